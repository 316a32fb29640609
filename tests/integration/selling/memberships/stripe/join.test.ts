import { memberships, membershipTerms, payments } from "@db/schema";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { eq } from "drizzle-orm";
import {
  aJoiner,
  joinAtStripe,
  joinerOf,
  newsOf,
  ownMembership,
  paidPurchases,
} from "../../../../support/subscriptions";
import { expect, test } from "../../../../support/test-app";

test("joins on Stripe's page at the price that was shown, and grants once", async ({ app }) => {
  await app.stripe.control.hold({});
  const { account, own, choice, plan, id } = await joinAtStripe(app, { credits: 4 });
  expect(await own.getMine()).toMatchObject({ state: "active", price: "£40.00 a month", isCancellable: true });
  const bought = await paidPurchases(app);
  expect(bought).toMatchObject([{ productId: plan.id, userId: account.id, status: "paid", totalMinor: 4000 }]);
  const [payment] = await app.db.select().from(payments).where(eq(payments.purchaseId, bought[0]!.id));
  expect(payment).toMatchObject({ provider: "stripe", state: "paid", amountMinor: 4000 });
  expect(payment!.stripePaymentIntentId).toMatch(/^pi_/);
  await app.stripe.control.release({});
  await own.syncJoined();
  expect(await paidPurchases(app)).toHaveLength(1);
  expect(await newsOf(app)).toEqual(["begun"]);
  await expect(own.getJoinOffer(choice)).rejects.toThrow("You have a membership already");
  await expect(own.join({ ...choice, key: "GBP:4000:month:0:new" })).rejects.toThrow("You have a membership already");
  expect(await app.db.$count(memberships)).toBe(1);
  expect((await ownMembership(app, account.id)).id).toBe(id);
});

test("leads back to an open page, and closes it for another choice", async ({ app }) => {
  const { account, own, choice, begin } = await aJoiner(app, { yearlyMinor: 40_000 });
  const one = await begin();
  expect((await begin()).next).toBe(one.next);
  const { checkoutId } = await ownMembership(app, account.id);
  const yearly = { ...choice, interval: "year" as const };
  const { next } = await own.join({ ...yearly, key: (await own.getJoinOffer(yearly)).key });
  expect(next).not.toBe(one.next);
  const before = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId!);
  expect(before.status).toBe("expired");
  const rows = await app.db.select().from(memberships).orderBy(memberships.interval);
  expect(rows.map(({ state, interval }) => [state, interval])).toEqual([
    ["expired", "month"],
    ["pending", "year"],
  ]);
});

test("charges what was shown: a price that changed meanwhile is refused", async ({ app }) => {
  const { own, choice } = await aJoiner(app);
  const shown = await own.getJoinOffer(choice);
  await app.db.update(membershipTerms).set({ monthlyMinor: 4500 });
  await expect(own.join({ ...choice, key: shown.key })).rejects.toThrow("The price has changed");
  expect((await own.getJoinOffer(choice)).price).toBe("£45 a month");
});

test("begins a trial without a payment, once for each member", async ({ app }) => {
  await app.stripe.control.hold({});
  const { own, account, plan } = await joinAtStripe(app, { trialDays: 14 });
  expect(await paidPurchases(app)).toEqual([]);
  expect(await own.getMine()).toMatchObject({ state: "active" });
  expect(await newsOf(app)).toEqual(["begun"]);
  await app.db.update(memberships).set({ state: "cancelled", endedAt: app.clock.now() });
  const again = joinerOf(app, account, plan);
  expect((await again.own.getJoinOffer(again.choice)).trial).toBeNull();
});

test("lets a member try again at once after a first payment that failed", async ({ app }) => {
  const { begin, account, own } = await aJoiner(app);
  const first = await begin();
  const { checkoutId } = await ownMembership(app, account.id);
  await app.stripe.control.declineNow(checkoutId!);
  expect(await paidPurchases(app)).toEqual([]);
  expect((await begin()).next).toBe(first.next);
  await app.stripe.control.payNow(checkoutId!);
  await own.syncJoined();
  expect((await ownMembership(app, account.id)).state).toBe("active");
});

test("lets a member try again after a failure that Stripe would repeat for its key", async ({ app }) => {
  const { begin, account } = await aJoiner(app);
  await app.stripe.control.fail({ operation: "checkout.sessions.create", status: 500 });
  await expect(begin()).rejects.toThrow("There was a problem opening the payment page");
  expect((await begin()).next).toMatch(/^http/);
  const rows = await app.db.select().from(memberships).where(eq(memberships.userId, account.id));
  expect(rows.map(({ state }) => state).toSorted()).toEqual(["expired", "pending"]);
});

test("ends an attempt without a page, and finds the page of one whose answer was lost", async ({ app }) => {
  const [first, other] = [await aJoiner(app), await aJoiner(app)];
  await app.stripe.control.fail({ operation: "checkout.sessions.create", drop: true, times: 3 });
  await expect(first.begin()).rejects.toThrow();
  await app.stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
  await expect(other.begin()).rejects.toThrow();
  // Stripe opens no page any more that would close when that one would have.
  app.clock.moveBy(45);
  await reconcileMemberships(app.services);
  expect(await ownMembership(app, first.account.id)).toMatchObject({ state: "expired", attemptKey: null });
  expect(await ownMembership(app, other.account.id)).toMatchObject({
    state: "pending",
    checkoutId: expect.stringMatching(/^cs_/) as string,
  });
});
