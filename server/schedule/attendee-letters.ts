import { and, asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { sessionBookings } from "@db/schema";
import type { LiveSession } from "./lock-session";
import { referenceOf, sessionFacts, siteFacts } from "../bookings/mail-facts";
import { managePath } from "../bookings/manage-path";
import type { Booking } from "../bookings/transitions";
import type { Settings } from "../core/env";

/** Everybody who has a place in a session; whoever is still paying gets her facts with the confirmation. */
export function listBooked(db: Queryable, sessionId: string): Promise<Booking[]> {
  return db
    .select()
    .from(sessionBookings)
    .where(and(eq(sessionBookings.sessionId, sessionId), inArray(sessionBookings.status, ["confirmed", "completed"])))
    .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id));
}

/** What every letter to an attendee says. */
export const attendeeFacts = (settings: Settings, booking: Booking, session: LiveSession) => ({
  site: siteFacts(settings),
  firstName: booking.attendeeFirstName,
  session: sessionFacts(session, settings, booking.timeZone),
  reference: referenceOf(booking),
  bookingUrl: `${settings.siteUrl}${managePath(booking)}`,
});
