import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import { liveSessions, sessionBookings } from "@db/schema";
import type { TestApp } from "./test-app";

type NewSession = Partial<typeof liveSessions.$inferInsert>;

const hour = 3_600_000;

/** Creates a published online session for £18 in three days, without a limit of places. */
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

/** Returns a guest's booking form with a new form key. */
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

export const bookingIdIn = (next: string) => new URL(next, "http://site.example").searchParams.get("bookingId")!;

/** Creates an unpaid booking with its payment and Checkout session. */
export async function aHold(app: TestApp, session: { id: string; priceMinor: number }, formKey = randomUUID()) {
  const { next } = await app.as().bookings.create(aBookingOf(session, { formKey }));
  const booking = await app.db.query.sessionBookings.findFirst({ where: (row, { eq }) => eq(row.formKey, formKey) });
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.bookingId, booking!.id) });
  return { next, bookingId: booking!.id, checkoutId: payment!.stripeCheckoutSessionId!, paymentId: payment!.id };
}

type BookingValues = Partial<typeof sessionBookings.$inferInsert>;

/** Inserts another guest's booking, by default completed. Returns its id. */
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
