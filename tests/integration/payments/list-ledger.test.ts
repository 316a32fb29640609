import { eq, sql } from "drizzle-orm";
import { payments, refunds, sessionBookings } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { waitForAllEvents, aPaidBooking, refundsOf } from "../../support/money";
import { aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

const ledger = (app: TestApp, month?: string) => listLedger(app.services, { month, page: 1 });

/** Returns each line with a problem in a few words. */
const unexplained = async (app: TestApp, month?: string) => {
  const { lines, counts } = await ledger(app, month);
  const problems = lines.filter(({ problem }) => problem);
  expect(problems).toHaveLength(counts.unexplained + counts.toRefund);
  expect(lines.slice(0, problems.length)).toEqual(problems); // they stand on top
  return problems.map(({ kind, problem, amount }) => `${kind} ${amount}: ${problem}`).sort();
};

const forgetAtStripe = ({ db }: TestApp, kind: string) =>
  db.execute(sql`delete from local_stripe.objects where kind = ${kind}`);

async function aCancelledBooking(app: TestApp) {
  const paid = await aPaidBooking(app, await aSession(app.db));
  await app.as().bookings.cancel({ bookingId: paid.bookingId, key: paid.key });
  await app.runJobs();
  await waitForAllEvents(app);
  return paid;
}

test("explains all regular payments: paid, refunded, disputed, pending and partly refunded", async ({ app }) => {
  const session = await aSession(app.db);
  const paid = await aPaidBooking(app, session);
  await aCancelledBooking(app);
  await aHold(app, session);
  const disputed = await aPaidBooking(app, session);
  await app.stripe.control.dispute({ sessionId: disputed.checkoutId });
  await app.stripe.control.refund({ sessionId: paid.checkoutId, amount: 500 });
  await waitForAllEvents(app);
  const { lines, counts, period } = await ledger(app);
  expect(counts).toEqual({ unexplained: 0, toRefund: 0, payments: 3, refunds: 2, disputes: 1 });
  expect(lines.map(({ kind, amount, state }) => `${kind} ${amount} ${state}`).sort()).toEqual([
    "dispute £18.00 needs response",
    "page £18.00 open",
    "payment £18.00 paid",
    "payment £18.00 paid",
    "payment £18.00 paid",
    "refund £18.00 refunded",
    "refund £5.00 refunded",
  ]);
  expect(lines.find(({ kind }) => kind === "page")).toMatchObject({
    order: { name: "Hannah Okafor", item: "Evening Wind-Down", status: "pending" },
  });
  expect(period.later).toBeNull();
});

test("reports a payment, a refund and a dispute that only Stripe has", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 500 });
  await app.stripe.control.dispute({ sessionId: checkoutId });
  expect(await unexplained(app)).toEqual(["dispute £18.00: unknown_here", "refund £5.00: unknown_here"]);
  await app.db.delete(payments).where(eq(payments.bookingId, bookingId));
  await app.db.delete(sessionBookings);
  expect(await unexplained(app)).toEqual([
    "dispute £18.00: unknown_here",
    "payment £18.00: unknown_here",
    "refund £5.00: unknown_here",
  ]);
});

test("reports money at Stripe for a payment recorded as unpaid", async ({ app }) => {
  const { checkoutId, paymentId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  expect(await unexplained(app)).toEqual(["payment £18.00: not_recorded"]);
  expect((await ledger(app)).lines[0]).toMatchObject({ paymentId });
});

test("reports a payment and a refund that Stripe does not have, and a refund that was never sent", async ({ app }) => {
  await aCancelledBooking(app);
  await forgetAtStripe(app, "refund");
  expect(await unexplained(app)).toEqual(["refund £18.00: unknown_at_stripe"]);
  await forgetAtStripe(app, "payment_intent");
  expect(await unexplained(app)).toEqual(["payment £18.00: unknown_at_stripe", "refund £18.00: unknown_at_stripe"]);
  await app.db.update(refunds).set({ state: "pending", stripeRefundId: null });
  expect(await unexplained(app)).toEqual(["payment £18.00: unknown_at_stripe"]); // it may be on its way
  app.clock.moveBy(62);
  expect(await unexplained(app)).toEqual(["payment £18.00: unknown_at_stripe", "refund £18.00: unknown_at_stripe"]);
});

test("reports amounts and states that differ", async ({ app }) => {
  await aCancelledBooking(app);
  await app.db.update(payments).set({ amountMinor: 1700 });
  await app.db.update(refunds).set({ amountMinor: 1700 });
  expect(await unexplained(app)).toEqual(["payment £17.00: amounts_differ", "refund £17.00: amounts_differ"]);
  await app.db.update(payments).set({ amountMinor: 1800, currency: "EUR" });
  await app.db.update(refunds).set({ amountMinor: 1800, state: "pending" });
  expect(await unexplained(app)).toEqual(["payment €18.00: amounts_differ", "refund £18.00: states_differ"]);
});

test("reports money without a place, a place paid twice and a place without money", async ({ app }) => {
  const session = await aSession(app.db);
  const { bookingId, paymentId } = await aPaidBooking(app, session);
  const place = (status: "completed" | "cancelled") =>
    app.db.update(sessionBookings).set({ status }).where(eq(sessionBookings.id, bookingId));
  // Handling an event locks the session before the booking; `place` locks them the other way round.
  await waitForAllEvents(app);
  await place("cancelled");
  expect(await unexplained(app)).toEqual(["payment £18.00: refund_owed"]);
  await app.db.insert(refunds).values({ paymentId, amountMinor: 1799, currency: "GBP", reason: "admin" });
  expect(await unexplained(app)).toEqual(["payment £18.00: refund_owed"]);
  await app.db.update(refunds).set({ amountMinor: 1800 });
  expect(await unexplained(app)).toEqual([]);
  await app.db.update(refunds).set({ state: "failed" });
  expect(await unexplained(app)).toEqual(["payment £18.00: refund_owed"]);

  await place("completed");
  expect(await unexplained(app)).toEqual([]);
  const other = await aPaidBooking(app, session);
  await waitForAllEvents(app);
  await app.db.update(payments).set({ bookingId }).where(eq(payments.id, other.paymentId));
  expect(await unexplained(app)).toEqual(["order £18.00: place_unpaid", "payment £18.00: paid_twice"]);
});

test("shows refunds owed by hand in every month until they are settled", async ({ app }) => {
  const { bookingId } = await aCancelledBooking(app);
  const { stripeRefundId } = (await app.db.query.refunds.findFirst())!;
  await app.stripe.control.settleRefund({ refundId: stripeRefundId!, status: "failed" });
  await waitForAllEvents(app);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 failed"]);
  app.clock.moveBy(60 * 24 * 40);
  expect(await unexplained(app)).toEqual(["payment £18.00: refund_owed"]);
});

test("names no customer for Stripe entries without a payment intent", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.db.insert(payments).values({
    bookingId,
    provider: "outside",
    state: "paid",
    amountMinor: 1800,
    currency: "GBP",
    paidAt: app.clock.now(),
  });
  const other = await aHold(app, await aSession(app.db)); // a payment whose intent is not known yet
  const { id: chargeId } = await app.stripe.control.payElsewhere({ amount: 100, isWithoutIntent: true });
  await app.stripe.control.refund({ chargeId, amount: 50 });
  await app.stripe.control.dispute({ chargeId });
  await waitForAllEvents(app);
  const { foreign, lines, counts } = await ledger(app);
  expect(foreign.lines.map(({ kind, amount, order }) => [kind, amount, order]).sort()).toEqual([
    ["dispute", "£1.00", null],
    ["refund", "£0.50", null],
  ]);
  expect(lines.map(({ kind }) => kind).sort()).toEqual(["page", "payment"]);
  expect(counts).toMatchObject({ refunds: 0, disputes: 0 });
  expect([checkoutId, other.bookingId]).not.toContain(null);
});

test("lists payments of another program separately, without explaining them", async ({ app }) => {
  await aPaidBooking(app, await aSession(app.db));
  const { id: chargeId } = await app.stripe.control.payElsewhere({ amount: 900 });
  await app.stripe.control.refund({ chargeId, amount: 400 });
  await app.stripe.control.dispute({ chargeId });
  const { foreign, counts, page } = await ledger(app);
  expect(counts).toEqual({ unexplained: 0, toRefund: 0, payments: 1, refunds: 0, disputes: 0 });
  expect(page.total).toBe(1);
  expect([foreign.total, ...foreign.lines.map(({ kind, amount }) => `${kind} ${amount}`).sort()]).toEqual([
    3,
    "dispute £9.00",
    "payment £9.00",
    "refund £4.00",
  ]);
});

test("reports an open payment page of a cancelled booking", async ({ app }) => {
  const { bookingId } = await aHold(app, await aSession(app.db));
  expect(await unexplained(app)).toEqual([]);
  await app.db.update(sessionBookings).set({ status: "cancelled" }).where(eq(sessionBookings.id, bookingId));
  expect(await unexplained(app)).toEqual(["page £18.00: page_open"]);
});

test("shows another month on request, and the current month for a future one", async ({ app }) => {
  await aPaidBooking(app, await aSession(app.db));
  const present = (await ledger(app)).period;
  expect((await ledger(app, "2999-01")).period.month).toBe(present.month);
  expect((await ledger(app, "no month")).period.month).toBe(present.month);
  const earlier = await ledger(app, present.earlier);
  expect(earlier.period.later).toBe(present.month);
  expect(earlier.counts).toEqual({ unexplained: 0, toRefund: 0, payments: 0, refunds: 0, disputes: 0 });
});

test("splits many lines into pages, with the unexplained ones on the first", async ({ app }) => {
  const session = await aSession(app.db);
  const { paymentId } = await aPaidBooking(app, session);
  const row = (await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) }))!;
  const more = Array.from({ length: 60 }, (_, index) => ({
    ...row,
    id: crypto.randomUUID(),
    createdAt: new Date(row.createdAt.getTime() + 1000),
    stripeCheckoutSessionId: `cs_${index}`,
    stripePaymentIntentId: `pi_${index}`,
  }));
  await app.db.insert(payments).values(more);
  const first = await ledger(app);
  expect([first.lines.length, first.page.count, first.page.total]).toEqual([50, 2, 61]);
  const second = await listLedger(app.services, { page: 2 });
  expect(second.page).toMatchObject({ number: 2, from: 51, to: 61 });
  expect(second.lines.at(-1)).toMatchObject({ problem: null, paymentId });
  expect((await listLedger(app.services, { page: 99 })).page.number).toBe(2);
});
