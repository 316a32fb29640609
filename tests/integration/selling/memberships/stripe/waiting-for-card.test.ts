import { memberships, users } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { anImporter, csvOf } from "../../../../support/imports";
import { aPlan } from "../../../../support/memberships";
import { joinerOf, newsOf, ownMembership, paidPurchases } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Imports a member who starts when they add a card, of a plan that is not on sale. */
async function anImported(app: TestApp, values: Parameters<typeof aPlan>[2] = { isOn: false }) {
  const plan = await aPlan(app.db, { yearlyMinor: 40_000 }, values);
  const importer = await anImporter(app);
  const file = csvOf("Email,Name,Membership,Until,Payment", `bo@example.org,Bo Li,${plan.title},,card`);
  await importer.run(file, { format: "members" });
  const account = (await app.db.query.users.findFirst({ where: eq(users.email, "bo@example.org") }))!;
  await app.stripe.control.hold({});
  return joinerOf(app, account, plan);
}

test("joins by the membership that waits for a card, at the price of its import", async ({ app }) => {
  const { own, choice, begin, account } = await anImported(app);
  const { id } = await ownMembership(app, account.id);
  expect(await own.getMine()).toMatchObject({ state: "pending", waitsFor: choice });
  expect(await own.getJoinOffer(choice)).toMatchObject({ price: "£40 a month", isBack: false });
  await begin();
  const { checkoutId } = await ownMembership(app, account.id);
  await app.stripe.control.payNow(checkoutId!);
  await own.syncJoined();
  expect(await ownMembership(app, account.id)).toMatchObject({ id, state: "active" });
  expect(await app.db.$count(memberships)).toBe(1);
  expect(await paidPurchases(app)).toHaveLength(1);
  expect(await newsOf(app)).toEqual(["waiting", "begun"]);
});

test("goes on waiting after a page that closed unpaid, and leads two tabs to one page", async ({ app }) => {
  const { own, begin, account } = await anImported(app);
  Object.assign(app.services.stripe.client, { getInitialNetworkRetryDelay: () => 0.5 });
  const [one, other] = await Promise.all([begin(), begin()]);
  expect(one.next).toBe(other.next);
  const { checkoutId } = await ownMembership(app, account.id);
  await app.services.stripe.client.checkout.sessions.expire(checkoutId!);
  await app.stripe.control.release({});
  await own.syncJoined();
  expect(await ownMembership(app, account.id)).toMatchObject({ state: "pending", endedAt: null, attemptKey: null });
  expect((await begin()).next).not.toBe(one.next);
  await own.cancel({});
  expect(await ownMembership(app, account.id)).toMatchObject({ state: "cancelled", startedAt: null });
  expect((await ownMembership(app, account.id)).endedAt).not.toBeNull();
});

test("gives up what waits for a card for another choice", async ({ app }) => {
  const { own, choice, account } = await anImported(app, { isOn: true });
  const yearly = { ...choice, interval: "year" as const };
  await own.join({ ...yearly, key: (await own.getJoinOffer(yearly)).key });
  const rows = await app.db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, account.id))
    .orderBy(asc(memberships.createdAt), asc(memberships.endedAt));
  expect(rows.map(({ state, interval, endedAt }) => [state, interval, endedAt === null]).sort()).toEqual([
    ["cancelled", "month", false],
    ["pending", "year", true],
  ]);
});
