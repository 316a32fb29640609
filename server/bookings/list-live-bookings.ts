import { and, asc, eq, inArray } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { bookingCalendarLinks, type CalendarLinks } from "../schedule/calendar-links";
import type { Context } from "../core/context";
import { whereBookingOf } from "../schedule/booking-owner";
import { bookingPath } from "../core/paths";
import { takenStatuses } from "../schedule/places";

export type LiveBooking = {
  id: string;
  status: (typeof takenStatuses)[number];
  managePath: string;
  /** For what is booked and still to come. */
  calendar: CalendarLinks | null;
};

/** A member's own places in a session, first come first; none for visitors. */
export async function listLiveBookings(ctx: Context, { sessionId }: { sessionId: string }): Promise<LiveBooking[]> {
  if (!ctx.user) return [];
  const rows = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        eq(sessionBookings.sessionId, sessionId),
        inArray(sessionBookings.status, [...takenStatuses]),
        whereBookingOf(ctx.user),
      ),
    )
    .orderBy(asc(sessionBookings.createdAt));
  return rows.map(({ booking, session }) => {
    const isToCome = booking.status !== "pending" && session.startTime > ctx.clock.now();
    return {
      id: booking.id,
      status: booking.status as LiveBooking["status"],
      managePath: bookingPath(booking),
      calendar: isToCome ? bookingCalendarLinks(booking, session, ctx.settings, { byKey: false }) : null,
    };
  });
}
