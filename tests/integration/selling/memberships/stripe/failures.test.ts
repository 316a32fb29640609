import { membershipPeriods, memberships, refunds } from "@db/schema";
import { isGranting } from "@server/catalogue/entitlements/granting";
import { tendMemberships } from "@server/selling/memberships/tend/tend-memberships";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { eq } from "drizzle-orm";
import { asAdmin } from "../../../../support/admin";
import { aNewMember, countLive, dayIn } from "../../../../support/memberships";
import {
  aJoiner,
  atStripe,
  joinUnheard,
  joinerOf,
  newsOf,
  ownMembership,
  paidPurchases,
  passDays,
} from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

test("goes on while a failed payment is tried again, and is mended by another card", async ({ app }) => {
  const { customer, own, sync, read } = await joinUnheard(app);
  await app.stripe.control.setCard({ customerId: customer, card: "declined" });
  await passDays(app, 32);
  await sync();
  const shown = await own.getMine();
  expect(shown!.state).toBe("past_due");
  expect(shown!.due).toContain("could not be taken");
  expect(isGranting(await read(), app.clock.now())).toBe(true);
  await app.stripe.control.setCard({ customerId: customer, card: "accepted" });
  await passDays(app, 3);
  await sync();
  expect((await read()).state).toBe("active");
  expect(await paidPurchases(app)).toHaveLength(2);
  expect(await newsOf(app)).toEqual(["begun", "payment_failed", "renewed"]);
});

test("is past due when its trial is first heard of after it has ended without a payment", async ({ app }) => {
  await app.stripe.control.hold({});
  const { account, begin, own } = await aJoiner(app, { trialDays: 7 });
  await begin();
  const { checkoutId, customerReference } = await ownMembership(app, account.id);
  await app.stripe.control.payNow(checkoutId!, "accepted");
  await app.stripe.control.setCard({ customerId: customerReference!, card: "declined" });
  await passDays(app, 8);
  await own.syncJoined();
  expect((await ownMembership(app, account.id)).state).toBe("past_due");
  expect(await newsOf(app)).toEqual(["begun", "payment_failed"]);
});

test("ends when Stripe gives up, and comes back with its history within 30 days", async ({ app }) => {
  const { customer, account, id, own, plan, sync } = await joinUnheard(app);
  await app.stripe.control.setCard({ customerId: customer, card: "declined" });
  await passDays(app, 60);
  await sync();
  const ended = await ownMembership(app, account.id);
  expect(ended).toMatchObject({ state: "expired", endedAt: app.clock.now() });
  expect(await newsOf(app)).toEqual(["begun", "ended"]);
  const again = joinerOf(app, account, plan);
  expect(await own.getJoinOffer(again.choice)).toMatchObject({ isBack: true, price: "£40 a month" });
  await again.begin();
  await app.stripe.control.payNow((await ownMembership(app, account.id)).checkoutId!, "accepted");
  await own.syncJoined();
  const back = await ownMembership(app, account.id);
  expect(back).toMatchObject({ id, state: "active", endedAt: null, renewalEndedAt: null });
  expect(back.reference).not.toBe(ended.reference);
  expect(await app.db.$count(membershipPeriods, eq(membershipPeriods.membershipId, id))).toBe(2);
  // The old subscription is heard of late.
  await syncSubscription(app.services, ended.reference!);
  expect((await ownMembership(app, account.id)).reference).toBe(back.reference);
});

/** Lets a membership lapse and its member pay to come back, which is not heard of. */
async function paidToComeBack(app: TestApp) {
  const member = await joinUnheard(app);
  await app.stripe.control.setCard({ customerId: member.customer, card: "declined" });
  await passDays(app, 60);
  await member.sync();
  await joinerOf(app, member.account, member.plan).begin();
  const { checkoutId } = await ownMembership(app, member.account.id);
  await app.stripe.control.payNow(checkoutId!, "accepted");
  const { subscription } = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId!);
  return { ...member, subscription: subscription as string };
}

test("grants what was paid for a subscription that had ended before it was heard of", async ({ app }) => {
  const { account, own, sync, subscription } = await paidToComeBack(app);
  await app.services.stripe.client.subscriptions.cancel(subscription);
  await own.syncJoined();
  const back = await ownMembership(app, account.id);
  expect(back).toMatchObject({ state: "cancelled", endedAt: null, attemptKey: null, reference: subscription });
  expect(isGranting(back, app.clock.now())).toBe(true);
  expect(await paidPurchases(app)).toHaveLength(2);
  // The one before is heard of late.
  await sync();
  expect(await ownMembership(app, account.id)).toMatchObject({ reference: subscription, syncs: back.syncs });
});

test("gives back what was paid to come back by a member who was added anew meanwhile", async ({ app }) => {
  const { account, plan, id, subscription } = await paidToComeBack(app);
  const admin = await asAdmin(app);
  await admin.memberships.admin.addMember({ ...aNewMember(plan, account.email), from: dayIn(60), until: dayIn(90) });
  await syncSubscription(app.services, subscription);
  await syncSubscription(app.services, subscription);
  expect((await atStripe(app, subscription)).status).toBe("canceled");
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 4000, reason: "late_payment" }]);
  expect((await ownMembership(app, account.id)).id).toBe(id);
  expect(await countLive(app.db, account.id)).toBe(1);
});

test("asks a member whose bank wants to be asked", async ({ app }) => {
  const { customer, sync, read } = await joinUnheard(app);
  await app.stripe.control.setCard({ customerId: customer, card: "authenticated" });
  await passDays(app, 32);
  await sync();
  await sync();
  expect((await read()).state).toBe("past_due");
  expect(await newsOf(app)).toEqual(["begun", "unconfirmed"]);
});

test("is reconciled after events were lost, once, and tells of a trial's end", async ({ app }) => {
  const { read, reference } = await joinUnheard(app, { trialDays: 14 });
  await passDays(app, 12);
  await tendMemberships(app.services);
  await tendMemberships(app.services);
  expect(await newsOf(app)).toEqual(["begun", "trial_ends"]);
  await passDays(app, 3);
  await Promise.all([1, 2, 3].map(() => reconcileMemberships(app.services)));
  await reconcileMemberships(app.services);
  expect(await paidPurchases(app)).toHaveLength(1);
  expect((await read()).accessUntil!.getTime()).toBeGreaterThan(app.clock.now().getTime());
  const { data } = await app.services.stripe.client.invoices.list({ subscription: reference });
  expect(data.filter(({ amount_paid }) => amount_paid > 0)).toHaveLength(1);
});

test("leaves the subscription of another product alone", async ({ app }) => {
  const { client } = app.services.stripe;
  const customer = await client.customers.create({
    email: "other@example.com",
    payment_method: "pm_card_visa",
    invoice_settings: { default_payment_method: "pm_card_visa" },
  });
  const product = await client.products.create({ name: "Another program" });
  const price = await client.prices.create({
    product: product.id,
    currency: "gbp",
    unit_amount: 900,
    recurring: { interval: "month" },
  });
  const { id } = await client.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  await syncSubscription(app.services, id);
  expect(await app.db.$count(memberships)).toBe(0);
  expect(await paidPurchases(app)).toEqual([]);
  expect((await client.subscriptions.retrieve(id)).status).toBe("active");
});
