import { memberships } from "@db/schema";
import { listPaidPrices } from "@server/selling/memberships/show/paid-prices";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aNewMember, aPlan } from "../../../support/memberships";
import { recordStatements } from "../../../support/statements";
import { expect, test } from "../../../support/test-app";

test("says who of a plan's members pays what, leaves or changes, by one statement", async ({ app }) => {
  const plan = await aPlan(app.db);
  const other = await aPlan(app.db, {}, { title: "Mornings" });
  const office = (await asAdmin(app)).memberships.admin;
  expect(await listPaidPrices(app.services, plan)).toEqual([]);
  const added: string[] = [];
  for (const _ of [1, 2, 3, 4, 5]) {
    added.push((await office.addMember(aNewMember(plan, (await anAccount(app.db)).email))).id);
  }
  const set = (index: number, values: Partial<typeof memberships.$inferInsert>) =>
    app.db.update(memberships).set(values).where(eq(memberships.id, added[index]!));
  await set(0, { priceMinor: 3000 });
  await set(1, { state: "cancelled", cancelledAt: app.clock.now() });
  await set(2, {
    nextProductId: other.id,
    nextTitle: "Mornings",
    nextInterval: "month",
    nextPriceMinor: 2000,
    nextFrom: new Date("2031-05-01T12:00:00Z"),
  });
  const statements = recordStatements(app);
  expect((await listPaidPrices(app.services, plan)).toSorted()).toEqual([
    "1 member has paid £40.00 a month, and leaves.",
    "1 member pays £30.00 a month.",
    "1 member pays £40.00 a month, and changes to “Mornings” on Thursday, May 1, 2031.",
    "2 members pay £40.00 a month.",
  ]);
  expect(statements).toHaveLength(1);
});
