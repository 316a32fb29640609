import { asc, eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { bookingTickets, outboxEmails, payments, refunds, sessionBookings } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { readBooking } from "./bookings";
import { aHold } from "./sessions";
import { expect, type TestApp } from "./test-app";

type Session = { id: string; priceMinor: number };

/** Books, pays at the local Stripe and settles the payment. */
export async function aPaidBooking(app: TestApp, session: Session) {
  const hold = await aHold(app, session);
  await app.stripe.control.payNow(hold.checkoutId);
  await settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(hold.checkoutId));
  return { ...hold, key: (await readBooking(app, hold.bookingId)).manageKey };
}

export { readBooking };

/** "completed paid" */
export const statusOf = async (app: TestApp, bookingId: string) => {
  const { status, paymentStatus } = await readBooking(app, bookingId);
  return `${status} ${paymentStatus}`;
};

/** Returns the templates of all enqueued mails, sorted. */
export const mailedTemplates = async ({ db }: TestApp) =>
  (await db.select({ template: outboxEmails.template }).from(outboxEmails)).map(({ template }) => template).sort();

/** Returns the only mail of a template. */
export async function findOnlyMail({ db }: TestApp, template: string) {
  const found = await db.select().from(outboxEmails).where(eq(outboxEmails.template, template));
  expect(found.map((mail) => mail.template)).toEqual([template]);
  return found[0]!;
}

/** Returns a booking's refunds, oldest first: "1800 succeeded". */
export async function refundsOf({ db }: TestApp, bookingId: string) {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.bookingId, bookingId))
    .orderBy(asc(refunds.createdAt));
  return rows.map(({ refund }) => `${refund.amountMinor} ${refund.state}`);
}

/** Returns the same from Stripe. */
export async function refundsAtStripe({ services }: TestApp, checkoutId: string) {
  const { payment_intent } = await services.stripe.client.checkout.sessions.retrieve(checkoutId);
  const { data } = await services.stripe.client.refunds.list({ payment_intent: payment_intent as string });
  return data.map(({ amount, status }) => `${amount} ${status}`).reverse();
}

/** Waits until Stripe has delivered every event that is not held. */
export const waitForAllEvents = (app: TestApp) =>
  expect
    .poll(async () => (await app.stripe.control.state()).events.every((event) => event.isDelivered || event.isHeld))
    .toBe(true);

/** Changes what one ticket's booking costs: its total, and the ticket's share, which has to be the same. */
export async function setTotal(
  db: Database,
  { id }: { id: string },
  values: Partial<typeof sessionBookings.$inferInsert> & { totalMinor: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(sessionBookings).set(values).where(eq(sessionBookings.id, id));
    await tx.update(bookingTickets).set({ shareMinor: values.totalMinor }).where(eq(bookingTickets.bookingId, id));
  });
}
