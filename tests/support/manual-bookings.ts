import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import type { anAdmin } from "./admin-sessions";
import type { TestApp } from "./test-app";

type Admin = Pick<Awaited<ReturnType<typeof anAdmin>>, "api">;
type Person = { firstName?: string; lastName?: string; email?: string };

/** An attendee booked by hand, who pays later. */
export async function aManualBooking(
  { db }: Pick<TestApp, "db">,
  { api }: Admin,
  session: { id: string },
  { firstName = "Tomas", lastName = "Lindqvist", email = `tomas-${randomUUID()}@example.com` }: Person = {},
): Promise<string> {
  const formKey = randomUUID() as string;
  const who = { firstName, lastName, email, formKey, payment: "transfer" as const };
  await api.bookings.attendees.add({ sessionId: session.id, ...who });
  const [booking] = await db.select().from(sessionBookings).where(eq(sessionBookings.formKey, formKey));
  return booking!.id;
}

/** The same, and has paid. */
export async function aPaidManualBooking(...asked: Parameters<typeof aManualBooking>): Promise<string> {
  const bookingId = await aManualBooking(...asked);
  await asked[1].api.bookings.attendees.markPaid({ bookingId });
  return bookingId;
}
