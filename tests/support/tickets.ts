import { settlePayment } from "@server/payments/settle";
import { asc, eq } from "drizzle-orm";
import { bookingTickets, payments, sessionBookings } from "@db/schema";
import { aBookingOf } from "./sessions";
import type { TestApp } from "./test-app";

type Session = { id: string; priceMinor: number };
type TicketChoice = { quantity: number; ticketNames?: string; discountCode?: string; quote?: string };

/** Returns a guest's form for several tickets at the list price. */
export const aFormFor = (session: Session, wanted: TicketChoice) => ({
  ...aBookingOf(session),
  quote: `GBP:${session.priceMinor * wanted.quantity}`,
  ...wanted,
});

/** Books several tickets as a guest and, unless they are free, pays for them at the local Stripe. */
export async function bookTickets(app: TestApp, session: Session, wanted: TicketChoice) {
  const { bookingId } = await app.as().bookings.create(aFormFor(session, wanted));
  const [payment] = await app.db.select().from(payments).where(eq(payments.bookingId, bookingId));
  const checkoutId = payment?.stripeCheckoutSessionId ?? "";
  if (payment) {
    await app.stripe.control.payNow(checkoutId);
    await settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(checkoutId));
  }
  const [booking] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
  return { bookingId, key: booking!.manageKey, checkoutId, ticketIds: await ticketIdsOf(app, bookingId) };
}

export async function ticketIdsOf({ db }: TestApp, bookingId: string): Promise<string[]> {
  const rows = await db
    .select({ id: bookingTickets.id })
    .from(bookingTickets)
    .where(eq(bookingTickets.bookingId, bookingId))
    .orderBy(asc(bookingTickets.number));
  return rows.map(({ id }) => id);
}
