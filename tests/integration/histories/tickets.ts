import { asc, desc, eq } from "drizzle-orm";
import { bookingTickets, sessionBookings } from "@db/schema";
import type { createCaller } from "@server/api/root";
import type { TestApp } from "../../support/test-app";
import { pick } from "./people";
import type { Step } from "./steps";

type Caller = ReturnType<typeof createCaller>;
type Callers = { attendee: Caller; admin: Caller };

/** Cancels one ticket, preferably of a booking with several. */
export async function cancelTicket(
  { db }: TestApp,
  { attendee, admin }: Callers,
  { nth, by }: Extract<Step, { kind: "cancel ticket" }>,
): Promise<void> {
  const rows = await db
    .select({ ticketId: bookingTickets.id, bookingId: sessionBookings.id, key: sessionBookings.manageKey })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .orderBy(desc(bookingTickets.number), asc(sessionBookings.createdAt));
  const ticket = pick(rows, nth);
  if (!ticket) return;
  if (by === "admin") await admin.bookings.attendees.cancelTicket(ticket);
  else await attendee.bookings.cancelTicket(ticket);
}
