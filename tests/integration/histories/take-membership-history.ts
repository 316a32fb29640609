import type { TestApp } from "../../support/test-app";
import { readMembershipBooks } from "./membership-books";
import { expectMembershipsToHold } from "./membership-invariants";
import { expectMembershipsToAgree, expectNothingUnexplained, readBilledBooks } from "./membership-rest";
import type { MembershipHistory } from "./membership-steps";
import { MembershipWorld } from "./membership-world";

/** Runs a history from its beginning to rest and checks the invariants after every round. */
export async function takeMembershipHistory(
  app: TestApp,
  { rounds, doAllPay, ...beginning }: MembershipHistory,
): Promise<void> {
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
