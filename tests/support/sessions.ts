import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import { liveSessions, sessionBookings } from "@db/schema";
import type { TestApp } from "./test-app";

type NewSession = Partial<typeof liveSessions.$inferInsert>;

const hour = 3_600_000;

/** A published online session for £18, three days from now, without a limit. */
export async function aSession(db: Database, values: NewSession = {}) {
  const priceMinor = values.priceMinor ?? 1800;
  const [session] = await db
    .insert(liveSessions)
    .values({
      title: "Evening Wind-Down",
      description: "Long exhales and a slow body scan.",
      startTime: new Date(Date.now() + 72 * hour),
      zoomLink: "https://zoom.example/j/1",
      enteredPriceMinor: priceMinor,
      ...values,
      priceMinor,
    })
    .returning();
  return session!;
}

let guests = 0;

/** What a guest types, with a form key of her own. */
export function aBookingOf(session: { id: string; priceMinor: number }, values: { formKey?: string } = {}) {
  guests += 1;
  return {
    sessionId: session.id,
    firstName: "Hannah",
    lastName: "Okafor",
    email: `guest-${guests}@example.com`,
    quote: `GBP:${session.priceMinor}`,
    formKey: randomUUID(),
    ...values,
  };
}

/** The id in an address such as /booking-confirmation?bookingId=…, or that of the newest booking's payment page. */
export const bookingIdIn = (next: string) => new URL(next, "http://site.example").searchParams.get("bookingId")!;

/** Books a paid place and answers the booking and its Checkout session, unpaid. */
export async function aHold(app: TestApp, session: { id: string; priceMinor: number }, formKey = randomUUID()) {
  const { next } = await app.as().bookings.create(aBookingOf(session, { formKey }));
  const booking = await app.db.query.sessionBookings.findFirst({ where: (row, { eq }) => eq(row.formKey, formKey) });
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.bookingId, booking!.id) });
  return { next, bookingId: booking!.id, checkoutId: payment!.stripeCheckoutSessionId!, paymentId: payment!.id };
}

type BookingValues = Partial<typeof sessionBookings.$inferInsert>;

/** Somebody else has taken a place; or, with other values, is paying, has left, or was late. Answers the booking's id. */
export async function takePlace(
  db: Database,
  session: { id: string; priceMinor: number },
  values: BookingValues = {},
): Promise<string> {
  const [booking] = await db
    .insert(sessionBookings)
    .values({
      sessionId: session.id,
      attendeeFirstName: "Priya",
      attendeeLastName: "Raman",
      attendeeEmail: "priya.raman@example.com",
      status: "completed",
      paymentStatus: session.priceMinor > 0 ? "paid" : "free",
      formKey: randomUUID(),
      listPriceMinor: session.priceMinor,
      totalMinor: session.priceMinor,
      currency: "GBP",
      timeZone: "Europe/London",
      ...values,
    })
    .returning({ id: sessionBookings.id });
  return booking!.id;
}
