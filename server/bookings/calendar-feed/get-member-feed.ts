import { and, asc, eq, gt, inArray, isNotNull, or } from "drizzle-orm";
import { liveSessions, sessionBookings, users } from "@db/schema";
import { isThere } from "../../accounts/find-account";
import { whereBookingOf } from "../../schedule/booking-owner";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { daysBefore, mostEvents, rememberedDays } from "../../calendar/feed-limits";
import type { CalendarFile } from "../../calendar/schemas";
import { bookingEvent } from "../../schedule/session-event";
import { writeFeed } from "../../calendar/write-calendar";

/** A booking that was complete once: one that never was has nothing to say in a calendar. */
const wasBooked = or(
  inArray(sessionBookings.status, ["completed", "confirmed"]),
  isNotNull(sessionBookings.completedAt),
);

/**
 * A member's own bookings as a calendar to subscribe to, with their joining links, for whoever has the key. Cancelled
 * ones stay in it as such. Three queries. Throws not_found.
 */
export async function getMemberFeed(services: Services, { key }: { key: string }): Promise<CalendarFile> {
  const { db, clock, settings } = services;
  const [member] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.calendarKey, key), isThere()));
  if (!member) throw new DomainError("not_found", "Calendar not found");
  const rows = await db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(whereBookingOf(member), wasBooked, gt(liveSessions.startTime, daysBefore(clock.now(), rememberedDays))))
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id))
    .limit(mostEvents);
  return {
    filename: "my-sessions.ics",
    text: writeFeed({
      name: `My sessions at ${(await readSiteSettings(services)).name}`,
      events: rows.map(({ booking, session }) => bookingEvent(booking, session, settings)),
    }),
  };
}
