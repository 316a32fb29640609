import { and, asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { type Booking, type LiveSession, sessionBookings } from "@db/schema";
import { managePath } from "../core/paths";
import type { Settings } from "../core/env";
import { referenceOf, siteFacts } from "../mail/mail-facts";
import { sessionFacts } from "../schedule/session-facts";

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
