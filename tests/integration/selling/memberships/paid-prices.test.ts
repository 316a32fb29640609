import { memberships } from "@db/schema";
import { followMemberPrices } from "@server/selling/memberships/follow-member-prices";
import { listPaidPrices } from "@server/selling/memberships/paid-prices";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { changePrices } from "../../../support/member-prices";
import { aNewMember, aPlan } from "../../../support/memberships";
import { aChanger } from "../../../support/plan-changes";
import { recordStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

const withoutDays = (sentences: string[]) => sentences.map((text) => text.replace(/from \w+, .*\d{4}/, "from a day"));

type Office = Awaited<ReturnType<typeof asAdmin>>;

async function membersOf(app: TestApp, office: Office, plan: { id: string }) {
  const { addMember } = office.memberships.admin;
  const added: { id: string }[] = [];
  for (const _ of [1, 2, 3, 4, 5]) {
    added.push(await addMember(aNewMember(plan, (await anAccount(app.db)).email)));
  }
  const set = (index: number, values: Partial<typeof memberships.$inferInsert>) =>
    app.db.update(memberships).set(values).where(eq(memberships.id, added[index]!.id));
  return { set };
}

test("says who of a plan's members pays what, and from when, before and after they are mailed", async ({ app }) => {
  const plan = await aPlan(app.db);
  const office = await asAdmin(app);
  const list = () => office.memberships.admin.listPaidPrices({ id: plan.id });
  expect(await list()).toEqual([]);
  const { set } = await membersOf(app, office, plan);
  await set(0, { isFounding: true, priceMinor: 3000 });
  await set(1, { state: "cancelled", cancelledAt: app.clock.now() });
  const others = [
    "1 member has paid £40.00 a month, and leaves.",
    "1 member pays £30.00 a month, a founding price, which stays.",
  ];
  expect((await list()).toSorted()).toEqual([...others, "3 members pay £40.00 a month."]);
  await changePrices(office, plan.id, { monthly: 4500 });
  const decided = "£45.00 a month is decided: the mail that names the day is sent in a few minutes.";
  expect((await list()).toSorted()).toEqual([...others, `3 members pay £40.00 a month. ${decided}`]);
  await followMemberPrices(app.services);
  const told = "3 members pay £40.00 a month, and £45.00 a month from a day.";
  expect(withoutDays(await list()).toSorted()).toEqual([...others, told]);
  await set(2, { nextPriceFrom: new Date(app.clock.now().getTime() + 50 * 86_400_000) });
  expect((await list()).join()).toMatch(
    /3 members .* £45\.00 a month from a renewal between \w+, .* and \w+, .*\d{4}\./,
  );
  const one = recordStatements(app);
  await listPaidPrices(app.services, plan);
  expect(one).toHaveLength(1);
});

test("counts those apart whose plan changes before the price that is decided", async ({ app }) => {
  const office = await asAdmin(app);
  const { plan, dearer: cheaper, change } = await aChanger(app, { to: { monthlyMinor: 2000 } });
  await changePrices(office, plan.id, { yearly: 40_000, monthly: 4500 });
  await followMemberPrices(app.services);
  await change(cheaper);
  const list = ({ id }: { id: string }) => office.memberships.admin.listPaidPrices({ id });
  expect(await list(plan)).toEqual([
    "1 member pays £40.00 a month, and changes to another plan or interval at the next renewal.",
  ]);
  expect(await list(cheaper)).toEqual([]);
});
