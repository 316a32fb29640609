import fc from "fast-check";
import { eq } from "drizzle-orm";
import { payments, refunds, sessionBookings } from "@db/schema";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

/** What may happen to a session of two places, in any order and several at a time. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: "book" as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pay" as const), nth: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("come back" as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("decline" as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "release all" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "lose an answer" as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

async function happen(app: TestApp, session: { id: string; priceMinor: number }, what: Step): Promise<unknown> {
  const { control } = app.stripe;
  if (what.kind === "book") return app.as().bookings.create(aBookingOf(session));
  if (what.kind === "release all") return app.runJobs("release-hold");
  if (what.kind === "lose an answer") {
    return control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
  }
  const { data } = await app.services.stripe.client.checkout.sessions.list({ limit: 100 });
  const checkout = data[what.nth % Math.max(1, data.length)];
  if (!checkout) return undefined;
  if (what.kind === "pay") return control.payNow(checkout.id);
  if (what.kind === "decline") return control.declineNow(checkout.id);
  return app.as().bookings.releaseCheckout({ bookingId: checkout.metadata!.bookingId! });
}

/** All that is still to be told is told, and all that is still to be done is done. */
async function comeToRest(app: TestApp) {
  await app.stripe.control.release({});
  await app.runJobs("release-hold");
  await app.runJobs("send-refund");
}

async function expectBooksToBalance(app: TestApp, capacity: number) {
  const bookings = await app.db.select().from(sessionBookings);
  const completed = bookings.filter(({ status }) => status === "completed");
  expect(completed.length).toBeLessThanOrEqual(capacity);
  expect(bookings.filter(({ status }) => status === "pending")).toEqual([]);
  const { data } = await app.services.stripe.client.checkout.sessions.list({ limit: 100 });
  for (const checkout of data.filter(({ payment_status }) => payment_status === "paid")) {
    const { paymentId, bookingId } = checkout.metadata!;
    const back = await app.db.select().from(refunds).where(eq(refunds.paymentId, paymentId!));
    const hasPlace = completed.some(({ id }) => id === bookingId);
    const refunded = back.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect([hasPlace, refunded]).toEqual(hasPlace ? [true, 0] : [false, checkout.amount_total]);
    expect(back.every(({ state }) => state === "succeeded")).toBe(true);
  }
  for (const { id, totalMinor } of completed) {
    const [payment] = await app.db.select().from(payments).where(eq(payments.bookingId, id));
    const checkout = data.find((one) => one.id === payment!.stripeCheckoutSessionId);
    expect([checkout?.payment_status, checkout?.amount_total]).toEqual(["paid", totalMinor]);
  }
}

test("whatever happens in whatever order, every payment has a place or has gone back in full", async ({ app }) => {
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
      await app.db.$client`truncate session_bookings, outbox_emails cascade`;
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 60_000);
