import { randomUUID } from "node:crypto";
import { one } from "@db/one";
import { and, eq, gt, isNotNull, isNull, lte, sql, type SQL } from "drizzle-orm";
import { liveSessions, sessionCategories } from "@db/schema";
import { countPlaces, type Places } from "../schedule/places";
import { countInLine } from "../waitlist/entries";
import { formatPrice } from "../core/money";
import type { Context } from "../core/context";
import { displayStart, formatDuration, placeLabel } from "../core/dates";
import { containing, pageLength, pageOf, windowOf } from "../core/pagination";
import { plateUrl } from "../artwork/plate";
import { findDeletable, wayToEnd } from "./delete-session";
import type { SessionSearch } from "./schemas";

type Row = typeof liveSessions.$inferSelect;

export type AdminSession = ReturnType<typeof cardOf> & { ending: ReturnType<typeof wayToEnd> };

/** The rows of each part of a search's results, and of the parts below the upcoming sessions. */
const shortPart = 10;

export async function listSessions(ctx: Context, asked: SessionSearch) {
  const now = ctx.clock.now();
  const matching = narrowedBy(asked);
  const isPast = lte(liveSessions.startTime, now);
  const isUpcoming = and(gt(liveSessions.startTime, now), isNull(liveSessions.cancelledAt));
  const isCancelled = and(gt(liveSessions.startTime, now), isNotNull(liveSessions.cancelledAt));
  const [counted, categories] = await Promise.all([
    ctx.db
      .select({
        upcoming: sql`count(*) filter (where ${isUpcoming})`.mapWith(Number),
        cancelled: sql`count(*) filter (where ${isCancelled})`.mapWith(Number),
        past: sql`count(*) filter (where ${isPast})`.mapWith(Number),
      })
      .from(liveSessions)
      .where(matching),
    ctx.db.select({ name: sessionCategories.name }).from(sessionCategories).orderBy(sessionCategories.name),
  ]);
  const counts = one(counted, "count");
  const firstPart = asked.search ? shortPart : pageLength;
  const upcoming = pageOf(asked.upcoming, counts.upcoming, firstPart);
  const cancelled = pageOf(asked.cancelled, counts.cancelled, shortPart);
  const past = pageOf(asked.past, counts.past, shortPart);
  const [ahead, off, gone] = await Promise.all([
    select(ctx, and(matching, isUpcoming), windowOf(upcoming, "asc", firstPart)),
    select(ctx, and(matching, isCancelled), windowOf(cancelled, "asc", shortPart)),
    select(ctx, and(matching, isPast), windowOf(past, "desc", shortPart)),
  ]);
  const describe = await cardWriter(ctx, [...ahead, ...off, ...gone]);
  return {
    upcoming: { sessions: ahead.map(describe), page: upcoming.page },
    cancelled: { sessions: off.map(describe), page: cancelled.page },
    past: { sessions: gone.map(describe), page: past.page },
    categories: categories.map(({ name }) => name),
  };
}

function narrowedBy({ search, category }: SessionSearch): SQL | undefined {
  const { title, city, description } = liveSessions;
  // The expression of the index live_sessions_text_idx.
  const text = sql`(${title} || ' ' || coalesce(${city}, '') || ' ' || ${description})`;
  return and(
    search ? sql`${text} ilike ${containing(search)}` : undefined,
    category ? eq(liveSessions.category, category) : undefined,
  );
}

async function select(
  { db }: Context,
  where: SQL | undefined,
  { limit, offset, sorted, inOrder }: ReturnType<typeof windowOf>,
): Promise<Row[]> {
  const rows = await db
    .select()
    .from(liveSessions)
    .where(where)
    .orderBy(...sorted(liveSessions.startTime, liveSessions.id))
    .limit(limit)
    .offset(offset);
  return inOrder(rows);
}

async function cardWriter(ctx: Context, rows: Row[]): Promise<(row: Row) => AdminSession> {
  const ids = rows.map(({ id }) => id);
  const [places, waiting] = await Promise.all([countPlaces(ctx.db, ids), countInLine(ctx.db, ids)]);
  const deletable = await findDeletable(ctx.db, ids, waiting);
  const now = ctx.clock.now();
  return (row) => ({
    ...cardOf(ctx, row, places.get(row.id), waiting.get(row.id) ?? 0),
    ending: wayToEnd(row, deletable.has(row.id), now),
  });
}

/** Dates further away are shown with their year. */
const nearMs = 300 * 24 * 60 * 60 * 1000;

function cardOf(ctx: Context, session: Row, places: Places | undefined, waiting: number) {
  const { weekdayShort, month, day, mediumDate, time, zone, iso } = displayStart(session, ctx);
  const isNear = Math.abs(session.startTime.getTime() - ctx.clock.now().getTime()) < nearMs;
  return {
    id: session.id,
    title: session.title,
    category: session.category,
    start: { date: isNear ? `${weekdayShort}, ${month} ${day}` : mediumDate, time, zone, iso },
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    price: formatPrice({ amountMinor: session.enteredPriceMinor, currency: session.enteredCurrency }),
    taken: places?.taken ?? 0,
    maxAttendees: session.maxAttendees,
    waiting,
    isDraft: !session.isPublished,
    isFeatured: session.isFeatured,
    isCancelled: session.cancelledAt !== null,
    isOfSeries: session.seriesId !== null,
    image: session.thumbnailUrl ?? plateUrl(session.category, "round", session.id),
    formKey: randomUUID(),
  };
}
