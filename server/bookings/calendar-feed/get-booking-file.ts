import { and, eq, ne } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { whereManagedBy } from "../../schedule/booking-owner";
import { DomainError } from "../../core/errors";
import type { Context } from "../../core/context";
import { bookingEvent, calendarFilename, eventFile } from "../../schedule/session-event";
import type { CalendarFile } from "../../calendar/calendar-file";

/**
 * A booking's calendar file with the joining link, for whoever has the mailed link or is the member whose booking it
 * is. Throws not_found, for a place that is only held too.
 */
export async function getBookingFile(ctx: Context, { id, key }: { id: string; key?: string }): Promise<CalendarFile> {
  const [row] = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(eq(sessionBookings.id, id), whereManagedBy({ key, user: ctx.user }), ne(sessionBookings.status, "pending")),
    );
  if (!row) throw new DomainError("not_found", "Booking not found");
  return {
    filename: calendarFilename,
    text: await eventFile(ctx, bookingEvent(row.booking, row.session, ctx.settings)),
  };
}
