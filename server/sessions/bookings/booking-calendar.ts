import { randomBytes } from "node:crypto";
import { liveSessions, sessionBookings, users } from "@db/schema";
import { and, asc, eq, gt, inArray, isNotNull, ne, or } from "drizzle-orm";
import { isNotDeleted } from "../../people/accounts/accounts";
import {
  type CalendarFile,
  daysBefore,
  maxEvents,
  rememberedDays,
  writeFeed,
} from "../../platform/calendar/calendar-file";
import { withLook } from "../../platform/calendar/calendar-look";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { whereBookingOf, whereManagedBy } from "../schedule/whose-bookings";
import { bookingEvent, calendarFilename, eventFile } from "../schedule/session-event";

const wasBooked = or(
  inArray(sessionBookings.status, ["completed", "confirmed"]),
  isNotNull(sessionBookings.completedAt),
);

/** Returns the calendar feed with this secret key, including joining links. Throws not_found. */
export async function getMemberFeed(services: Services, { key }: { key: string }): Promise<CalendarFile> {
  const { db, clock, settings } = services;
  const [member] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.calendarKey, key), isNotDeleted()));
  if (!member) throw new DomainError("not_found", "Calendar not found");
  const rows = await db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(whereBookingOf(member), wasBooked, gt(liveSessions.startTime, daysBefore(clock.now(), rememberedDays))))
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id))
    .limit(maxEvents);
  const { name, look } = await readSiteSettings(services);
  const events = rows.map(({ booking, session }) => bookingEvent(booking, session, settings));
  const feed = writeFeed({ name: `My sessions at ${name}`, events });
  return { filename: "my-sessions.ics", text: withLook(feed, look, settings.siteUrl) };
}

export type FeedAddress = {
  address: string | null;
  /** An impersonating admin is not shown the key: it would outlive the impersonation. */
  isHidden: boolean;
};

export async function getFeedAddress({ db, settings, user, session }: MemberContext): Promise<FeedAddress> {
  if (session.current?.impersonator) return { address: null, isHidden: true };
  const [found] = await db.select({ key: users.calendarKey }).from(users).where(eq(users.id, user.id));
  return { address: found?.key ? `${settings.siteUrl}/calendar/${found.key}.ics` : null, isHidden: false };
}

export async function renewFeedKey({ db, user }: MemberContext): Promise<void> {
  const calendarKey = randomBytes(32).toString("base64url");
  await db
    .update(users)
    .set({ calendarKey })
    .where(and(eq(users.id, user.id), isNotDeleted()));
}

export async function getBookingFile(ctx: Context, { id, key }: { id: string; key?: string }): Promise<CalendarFile> {
  const [row] = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(eq(sessionBookings.id, id), whereManagedBy(ctx, key), ne(sessionBookings.status, "pending")));
  if (!row) throw new DomainError("not_found", "Booking not found");
  return {
    filename: calendarFilename,
    text: await eventFile(ctx, bookingEvent(row.booking, row.session, ctx.settings)),
  };
}
