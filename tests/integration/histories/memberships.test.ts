import fc from "fast-check";
import { expect, test, type TestApp } from "../../support/test-app";
import { readMembershipBooks } from "./membership-books";
import { expectMembershipsToHold } from "./membership-invariants";
import { expectMembershipsToAgree, expectNothingUnexplained, readBilledBooks } from "./membership-rest";
import { membershipHistory, type MembershipHistory } from "./membership-steps";
import { MembershipWorld } from "./membership-world";
import { pickSeed } from "./seeds";

/** MEMBER_HISTORIES=100 runs longer; HISTORY_SEED repeats a run, with the seed that a failure names. */
const histories = Number(process.env.MEMBER_HISTORIES ?? 8);
const kindsOf = ({ rounds }: MembershipHistory) => rounds.flatMap(({ steps }) => steps.map(({ does }) => does.kind));
const seed = Number(process.env.HISTORY_SEED ?? pickSeed(membershipHistory, kindsOf, histories));

/** Catches a run that hangs, not a slow machine. */
const limit = 60_000 + histories * 20_000;

async function takeHistory(app: TestApp, { rounds, doAllPay, ...beginning }: MembershipHistory): Promise<void> {
  const world = await MembershipWorld.begin(app, beginning);
  for (const round of rounds) {
    await world.live(round);
    expectMembershipsToHold(await readMembershipBooks(app));
  }
  if (doAllPay) await world.payAll();
  await world.comeToRest();
  expectMembershipsToAgree(await readMembershipBooks(app), await readBilledBooks(app));
  await expectNothingUnexplained(app);
}

test(
  "grants what is paid, once, and charges no one twice in random histories of memberships",
  async ({ app }) => {
    const report = await fc.check(
      fc.asyncProperty(membershipHistory, (steps) => takeHistory(app, steps)),
      { numRuns: histories, seed },
    );
    // The report names the seed and the shortest failing history.
    expect(report.failed, fc.defaultReportMessage(report)).toBe(false);
    expect(report.numRuns).toBe(histories);
  },
  limit,
);
