import fc from "fast-check";
import { eq, sql } from "drizzle-orm";
import { payments, refunds, sessionBookings } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { reconcilePayments } from "@server/payments/reconcile";
import { waitForAllEvents, readBooking, refundsAtStripe } from "../../support/money";
import { aBookingOf, aSession } from "../../support/sessions";
import { leaveCheckout } from "../../support/leave-checkout";
import { expect, test, type TestApp } from "../../support/test-app";

/** What may happen to a session of two places, in any order and several at a time. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: "book" as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pay" as const), nth: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("come back" as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("decline" as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "release all" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "lose an answer" as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), nth: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("refund at Stripe" as const),
      nth: fc.nat(9),
      amount: fc.constantFrom(500, undefined),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "lose a refund's answer" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reconcile" as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

async function happen(app: TestApp, session: { id: string; priceMinor: number }, what: Step): Promise<unknown> {
  const { control } = app.stripe;
  if (what.kind === "book") return app.as().bookings.create(aBookingOf(session));
  if (what.kind === "release all") return app.runJobs("release-unpaid");
  if (what.kind === "lose an answer") {
    return control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
  }
  if (what.kind === "lose a refund's answer") {
    return control.fail({ operation: "refunds.create", drop: true, afterEffect: true, times: 3 });
  }
  if (what.kind === "reconcile") return reconcilePayments(app.services);
  const { data } = await app.services.stripe.client.checkout.sessions.list({ limit: 100 });
  const checkout = data[what.nth % Math.max(1, data.length)];
  if (!checkout) return undefined;
  if (what.kind === "cancel") return cancel(app, checkout.metadata!.bookingId!);
  if (what.kind === "refund at Stripe") return control.refund({ sessionId: checkout.id, amount: what.amount });
  if (what.kind === "pay") return control.payNow(checkout.id);
  if (what.kind === "decline") return control.declineNow(checkout.id);
  return leaveCheckout(app, { kind: "booking", id: checkout.metadata!.bookingId! });
}

async function cancel(app: TestApp, bookingId: string) {
  const { manageKey: key } = await readBooking(app, bookingId);
  return app.as().bookings.cancel({ bookingId, key });
}

/** Delivers all events and runs all jobs. */
async function comeToRest(app: TestApp) {
  await app.stripe.control.release({});
  await app.runJobs("release-unpaid");
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
}

async function expectBooksToBalance(app: TestApp, capacity: number) {
  const bookings = await app.db.select().from(sessionBookings);
  const completed = bookings.filter(({ status }) => status === "completed");
  expect(completed.length).toBeLessThanOrEqual(capacity);
  expect(bookings.filter(({ status }) => status === "pending")).toEqual([]);
  const { data } = await app.services.stripe.client.checkout.sessions.list({ limit: 100 });
  for (const checkout of data.filter(({ payment_status }) => payment_status === "paid")) {
    const { paymentId, bookingId } = checkout.metadata!;
    const ours = await app.db.select().from(refunds).where(eq(refunds.paymentId, paymentId!));
    const hasPlace = completed.some(({ id }) => id === bookingId);
    const back = sumOf(await refundsAtStripe(app, checkout.id));
    // A partial refund keeps the place; a cancelled place is refunded in full.
    expect([hasPlace, back === checkout.amount_total]).toEqual(hasPlace ? [true, false] : [false, true]);
    expect(sumOf(ours.map(({ amountMinor, state }) => `${amountMinor} ${state}`))).toBe(back);
    expect(ours.filter(({ state }) => state === "pending")).toEqual([]);
  }
  for (const { id, totalMinor } of completed) {
    const [payment] = await app.db.select().from(payments).where(eq(payments.bookingId, id));
    const checkout = data.find((page) => page.id === payment!.stripeCheckoutSessionId);
    expect([checkout?.payment_status, checkout?.amount_total]).toEqual(["paid", totalMinor]);
  }
}

/** Sums up the succeeded parts of "1800 succeeded" and the like. */
const sumOf = (parts: string[]) =>
  parts.filter((part) => part.endsWith("succeeded")).reduce((sum, part) => sum + Number.parseInt(part), 0);

test("gives every payment a place or a full refund in random histories", async ({ app }) => {
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rounds, async (happenings) => {
      await app.stripe.control.reset();
      const session = await aSession(app.db, { maxAttendees: 2 });
      for (const together of happenings) {
        await Promise.allSettled(together.map((what) => happen(app, session, what)));
      }
      await comeToRest(app);
      await expectBooksToBalance(app, 2);
      await reconcilePayments(app.services); // closes the unknown checkout pages
      await waitForAllEvents(app);
      await expectBooksToBalance(app, 2);
      expect((await listLedger(app.services, { page: 1 })).lines.filter(({ problem }) => problem)).toEqual([]);
      await app.db.execute(sql`truncate session_bookings, outbox_emails cascade`);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 60_000);
