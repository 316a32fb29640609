import { randomBytes } from "node:crypto";
import type { Queryable } from "@db/client";
import { bookingColumns, bookingPayers, liveSessions, paysFor, sessionBookings, users } from "@db/schema";
import { and, asc, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { isNotDeleted } from "../../../accounts/accounts";
import {
  type CalendarEvent,
  type CalendarFeed,
  type CalendarFile,
  daysBefore,
  type FeedRef,
  maxEvents,
  rememberedDays,
  writeFeed,
} from "../../../platform/calendar/calendar-file";
import { withLook } from "../../../platform/calendar/calendar-look";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { shareLatest } from "../../../core/share-latest";
import type { Services } from "../../../core/services";
import { readSiteSettings } from "../../../core/site-settings";
import { matchesVersion, versionTag } from "../../../core/version-tag";
import { whereBookingOf, whereManagedBy } from "../../../catalogue/schedule/whose-bookings";
import { bookingEvent, calendarFilename, eventFile } from "../../../catalogue/schedule/session-event";

const wasBooked = or(
  inArray(sessionBookings.status, ["completed", "confirmed"]),
  isNotNull(sessionBookings.completedAt),
);

/**
 * Returns the calendar feed with this secret key, including joining links; without its text if the client has this
 * version. Throws not_found.
 */
export async function getMemberFeed(services: Services, { key, known }: FeedRef): Promise<KnownFeed> {
  const { db, clock, settings } = services;
  const [member] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.calendarKey, key), isNotDeleted()));
  if (!member) throw new DomainError("not_found", "Calendar not found");
  const isInFeed = and(
    whereBookingOf(member),
    wasBooked,
    gt(liveSessions.startTime, daysBefore(clock.now(), rememberedDays)),
  );
  const { name, look } = await readSiteSettings(services);
  const rowVersions = await readRowVersions(db, isInFeed);
  const version = versionTag(JSON.stringify([member.id, settings.siteUrl, name, look, rowVersions]));
  const filename = "my-sessions.ics";
  if (matchesVersion(known, version)) return { filename, text: null, version };
  const text = await keepText(version, async () => {
    const events = await readEvents(services, isInFeed);
    return withLook(writeFeed({ name: `My sessions at ${name}`, events }), look, settings.siteUrl);
  });
  return { filename, text, version };
}

/**
 * Calendars that keep no version ask for the whole text each hour. Without this, the requests of all others wait while
 * it is written, about 0.2 ms for a booking. A version is one member's, and another one after each change.
 */
const keepText = shareLatest<string>(20);

async function readEvents({ db, settings }: Services, isInFeed: SQL | undefined): Promise<CalendarEvent[]> {
  const rows = await db
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(isInFeed)
    .orderBy(asc(liveSessions.startTime), asc(sessionBookings.id))
    .limit(maxEvents);
  return rows.map(({ booking, session }) => bookingEvent(booking, session, settings));
}

type KnownFeed = Omit<CalendarFeed, "text"> & { text: string | null };

/** Returns what changes with each change of a row of the feed: the transaction that has written it last. */
async function readRowVersions(db: Queryable, isInFeed: SQL | undefined): Promise<string | null> {
  const { id, sessionId } = sessionBookings;
  const row = sql`concat_ws(' ', ${id}, ${sessionBookings}.xmin, ${liveSessions}.xmin)`;
  const [found] = await db
    .select({ all: sql<string | null>`md5(string_agg(${row}, ',' order by ${id}))` })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionId))
    .where(isInFeed);
  return found?.all ?? null;
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
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(eq(sessionBookings.id, id), whereManagedBy(ctx, key), ne(sessionBookings.status, "pending")));
  if (!row) throw new DomainError("not_found", "Booking not found");
  return {
    filename: calendarFilename,
    text: await eventFile(ctx, bookingEvent(row.booking, row.session, ctx.settings)),
  };
}
