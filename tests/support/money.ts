import { asc, eq } from "drizzle-orm";
import { outboxEmails, payments, refunds } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { readBooking } from "./bookings";
import { aHold } from "./sessions";
import { expect, type TestApp } from "./test-app";

type Session = { id: string; priceMinor: number };

/** A guest's booking that is paid for at Stripe, and known to be. */
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

/** The names of all mails that were ever enqueued, in the order of the alphabet. */
export const mailedTemplates = async ({ db }: TestApp) =>
  (await db.select({ template: outboxEmails.template }).from(outboxEmails)).map(({ template }) => template).sort();

/** The one mail of a kind; fails where there are more or none. */
export async function findOnlyMail({ db }: TestApp, template: string) {
  const found = await db.select().from(outboxEmails).where(eq(outboxEmails.template, template));
  expect(found.map((mail) => mail.template)).toEqual([template]);
  return found[0]!;
}

/** "1800 succeeded" for each of our refunds of a booking, the first one first. */
export async function refundsOf({ db }: TestApp, bookingId: string) {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.bookingId, bookingId))
    .orderBy(asc(refunds.createdAt));
  return rows.map(({ refund }) => `${refund.amountMinor} ${refund.state}`);
}

/** The same as Stripe has it. */
export async function refundsAtStripe({ services }: TestApp, checkoutId: string) {
  const { payment_intent } = await services.stripe.client.checkout.sessions.retrieve(checkoutId);
  const { data } = await services.stripe.client.refunds.list({ payment_intent: payment_intent as string });
  return data.map(({ amount, status }) => `${amount} ${status}`).reverse();
}

/** Waits until Stripe has told all that it has to tell. */
export const waitForAllEvents = (app: TestApp) =>
  expect
    .poll(async () => (await app.stripe.control.state()).events.every((event) => event.isDelivered || event.isHeld))
    .toBe(true);
