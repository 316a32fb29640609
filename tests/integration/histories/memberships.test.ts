import fc from "fast-check";
import { expect, test } from "../../support/test-app";
import { membershipHistory, type MembershipHistory } from "./membership-steps";
import { takeMembershipHistory } from "./take-membership-history";
import { pickSeed } from "./seeds";

/** MEMBER_HISTORIES=100 runs longer; HISTORY_SEED repeats a run, with the seed that a failure names. */
const histories = Number(process.env.MEMBER_HISTORIES ?? 6);
const kindsOf = ({ rounds }: MembershipHistory) => rounds.flatMap(({ steps }) => steps.map(({ does }) => does.kind));
const seed = Number(process.env.HISTORY_SEED ?? pickSeed(membershipHistory, kindsOf, histories));

/** Catches a run that hangs, not a slow machine. */
const limit = 60_000 + histories * 60_000;

test(
  "grants what is paid, once, and charges no one twice in random histories of memberships",
  async ({ app }) => {
    const report = await fc.check(
      fc.asyncProperty(membershipHistory, (steps) => takeMembershipHistory(app, steps)),
      { numRuns: histories, seed, endOnFailure: true },
    );
    // The report names the seed and the failing history. To shorten it would take as long as a hundred others.
    expect(report.failed, `${fc.defaultReportMessage(report)}\n${String(report.errorInstance)}`).toBe(false);
    expect(report.numRuns).toBe(histories);
  },
  limit,
);
