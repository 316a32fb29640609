import { deleteAccount } from "@server/office/deletion/delete-account";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { outboxEmails, refunds } from "@db/schema";
import { like } from "drizzle-orm";
import { asAdmin } from "../../../../support/admin";
import { changeMember } from "../../../../support/memberships";
import {
  atStripe,
  aJoiner,
  dayAhead,
  joinUnheard,
  mailsOf,
  newsOf,
  ownMembership,
  paidPurchases,
  passDays,
} from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

test("cancels at Stripe, charges nothing after, and can be undone until the end", async ({ app }) => {
  const { own, reference, read, sync } = await joinUnheard(app);
  await own.cancel({ leaveReason: "I am moving" });
  await own.cancel({ leaveReason: "I am moving" });
  expect(await atStripe(app, reference)).toMatchObject({ cancel_at_period_end: true, status: "active" });
  expect(await read()).toMatchObject({ state: "cancelled", leaveReason: "I am moving", endedAt: null });
  await own.undoCancelling();
  expect(await atStripe(app, reference)).toMatchObject({ cancel_at_period_end: false });
  expect(await read()).toMatchObject({ state: "active", leaveReason: null });
  await own.cancel({});
  await passDays(app, 40);
  await sync();
  const ended = await read();
  expect(ended).toMatchObject({ state: "cancelled", endedAt: ended.accessUntil });
  expect(await paidPurchases(app)).toHaveLength(1);
  expect(await newsOf(app)).toEqual(["begun", "cancelled", "goes_on", "cancelled", "ended"]);
});

test("is paused without a charge, and is charged again at the end of what was paid", async ({ app }) => {
  const { id, reference, read, sync } = await joinUnheard(app);
  const admin = await asAdmin(app);
  const before = (await read()).accessUntil!;
  await passDays(app, 10);
  await changeMember({ admin, id }, { kind: "pause", until: dayAhead(app, 50) });
  expect((await atStripe(app, reference)).pause_collection).toMatchObject({ behavior: "void" });
  const paused = await read();
  expect(paused).toMatchObject({ state: "paused" });
  await passDays(app, 52);
  await sync();
  expect((await read()).state).toBe("paused");
  await reconcileMemberships(app.services);
  const resumed = await read();
  const length = paused.resumesAt!.getTime() - paused.pausedAt!.getTime();
  expect(resumed).toMatchObject({ state: "active", accessUntil: new Date(before.getTime() + length) });
  expect(await paidPurchases(app)).toHaveLength(1);
  const { items } = await atStripe(app, reference);
  expect(items.data[0]!.current_period_end).toBe(Math.ceil(resumed.accessUntil!.getTime() / 1000));
  await passDays(app, 35);
  await sync();
  expect(await paidPurchases(app)).toHaveLength(2);
});

test("is given months, which Stripe does not charge", async ({ app }) => {
  const { id, reference, read, sync } = await joinUnheard(app);
  const admin = await asAdmin(app);
  await changeMember({ admin, id }, { kind: "give", months: 2 });
  const { accessUntil } = await read();
  const subscription = await atStripe(app, reference);
  expect(subscription.trial_end).toBe(Math.ceil(accessUntil!.getTime() / 1000));
  await passDays(app, 80);
  await sync();
  expect(await paidPurchases(app)).toHaveLength(1);
  await passDays(app, 15);
  await sync();
  expect(await paidPurchases(app)).toHaveLength(2);
  expect(await newsOf(app)).toEqual(["begun", "changed", "renewed"]);
});

const endAtStripe = async (app: TestApp, reference: string) =>
  (await atStripe(app, reference)).items.data[0]!.current_period_end;
const secondsOf = ({ accessUntil }: { accessUntil: Date | null }) => Math.ceil(accessUntil!.getTime() / 1000);

test("moves Stripe's next charge back where a pause was ended in its dashboard", async ({ app }) => {
  const { id, reference, read, sync } = await joinUnheard(app);
  const admin = await asAdmin(app);
  await passDays(app, 10);
  await changeMember({ admin, id }, { kind: "pause", until: dayAhead(app, 50) });
  await passDays(app, 25);
  await app.services.stripe.client.subscriptions.update(reference, { pause_collection: "" });
  expect(await endAtStripe(app, reference)).toBeGreaterThan(secondsOf(await read()) + 20 * 86_400);
  await sync();
  expect(await read()).toMatchObject({ state: "active" });
  expect(await endAtStripe(app, reference)).toBe(secondsOf(await read()));
});

test("ends at Stripe when the instructor ends it", async ({ app }) => {
  const { id, reference, read } = await joinUnheard(app);
  await changeMember({ admin: await asAdmin(app), id }, { kind: "end", when: "now" });
  expect((await atStripe(app, reference)).status).toBe("canceled");
  expect(await read()).toMatchObject({ state: "cancelled", endedAt: app.clock.now() });
});

test("mails once, with the reason, that the instructor lets a membership end or ends it", async ({ app }) => {
  const { id, own } = await joinUnheard(app);
  const admin = await asAdmin(app);
  await changeMember({ admin, id }, { kind: "end", when: "period_end" });
  await app.stripe.control.release({ order: "reverse", copies: 2 });
  const told = (await mailsOf(app)).filter(({ dedupeKey }) => /cancelled|admin|ended/.test(dedupeKey));
  expect(told).toMatchObject([{ template: "membership-news", props: { reason: "As agreed" } }]);
  await own.undoCancelling();
  await own.cancel({ leaveReason: "I am moving" });
  expect((await newsOf(app)).slice(-3)).toEqual(["cancelled", "goes_on", "cancelled"]);
  expect((await mailsOf(app)).filter(({ template }) => template === "admin-membership-leaving")).toHaveLength(2);
  await own.undoCancelling();
  await changeMember({ admin, id }, { kind: "end", when: "now" });
  await app.stripe.control.release({});
  expect((await newsOf(app)).slice(-2)).toEqual(["goes_on", "ended"]);
});

test("closes the page of an account that is deleted, so that it can't be paid", async ({ app }) => {
  const { account, begin } = await aJoiner(app);
  await begin();
  const { checkoutId } = await ownMembership(app, account.id);
  await deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });
  expect((await app.services.stripe.client.checkout.sessions.retrieve(checkoutId!)).status).toBe("expired");
});

test.for([
  ["gives back what was paid", 0, [{ amountMinor: 4000, reason: "late_payment" }]],
  ["ends a trial", 14, []],
] as const)("%s for a membership that had ended meanwhile", async ([_, trialDays, returned], { app }) => {
  await app.stripe.control.hold({});
  const { account, begin } = await aJoiner(app, { trialDays });
  await begin();
  const pending = await ownMembership(app, account.id);
  await changeMember({ admin: await asAdmin(app), id: pending.id }, { kind: "end", when: "now" });
  await app.stripe.control.payNow(pending.checkoutId!, "accepted");
  await app.stripe.control.release({});
  const { state, startedAt, reference } = await ownMembership(app, account.id);
  expect({ state, startedAt }).toEqual({ state: "cancelled", startedAt: null });
  expect(await app.db.select().from(refunds)).toMatchObject(returned);
  expect((await atStripe(app, reference!)).status).toBe("canceled");
});

test("stops charging for a membership whose payment was refunded in full", async ({ app }) => {
  const { read, reference, id } = await joinUnheard(app);
  const [bought] = await paidPurchases(app);
  const { client } = app.services.stripe;
  const [payment] = await app.db.query.payments.findMany();
  await client.refunds.create({ payment_intent: payment!.stripePaymentIntentId! });
  await app.stripe.control.release({});
  await app.runJobs();
  expect((await paidPurchases(app))[0]).toMatchObject({ id: bought!.id, status: "refunded" });
  expect(await read()).toMatchObject({ id, state: "expired" });
  expect((await atStripe(app, reference)).status).toBe("canceled");
  const [told] = await app.db.select().from(outboxEmails).where(like(outboxEmails.dedupeKey, "purchase-refunded:%"));
  expect(JSON.stringify(told)).toContain("the period of your membership that it paid for no longer counts");
  expect(JSON.stringify(told)).toContain('/user/membership"');
});

test("says until when it is paid while a renewal that was refunded grants nothing, until the next one", async ({
  app,
}) => {
  const { read, own, id, sync } = await joinUnheard(app);
  await passDays(app, 32);
  await sync();
  const renewed = (await paidPurchases(app))[1]!;
  const { accessUntil } = await read();
  const admin = await asAdmin(app);
  await admin.purchases.delete({ purchaseId: renewed.id, refund: "yes", reason: "Asked for it" });
  await passDays(app, 4);
  await sync();
  const period: unknown = expect.stringMatching(/^Paid until .+, goes on with its next payment$/);
  expect(await own.getMine()).toMatchObject({ state: "active", period, left: [] });
  expect((await admin.memberships.admin.listMembers({})).members).toMatchObject([{ id, period }]);
  await passDays(app, 30);
  await sync();
  expect((await read()).accessUntil! > accessUntil!).toBe(true);
  expect(await own.getMine()).toMatchObject({
    state: "active",
    period: expect.stringMatching(/^Renews on /) as unknown,
    left: [expect.any(String)],
  });
});

test("a second subscription of one membership is ended at Stripe, and what it took goes back once", async ({ app }) => {
  const { read, reference, id, customer } = await joinUnheard(app);
  const { items, metadata } = await atStripe(app, reference);
  const price = items.data[0]!.price.id;
  const second = await app.services.stripe.client.subscriptions.create({ customer, items: [{ price }], metadata });
  const { accessUntil } = await read();
  await syncSubscription(app.services, second.id);
  await syncSubscription(app.services, second.id);
  expect(await read()).toMatchObject({ id, reference, accessUntil, state: "active" });
  expect((await atStripe(app, second.id)).status).toBe("canceled");
  expect((await atStripe(app, reference)).status).toBe("active");
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 4000, reason: "late_payment" }]);
});
