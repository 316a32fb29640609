import { liveSessions } from "@db/schema";
import { and, asc, eq, gt, isNull, min, type SQL } from "drizzle-orm";
import type { Context } from "../core/context";
import { describeZones, displayStart, longStartOf, placeLabel } from "../core/dates";
import { type Page, pageLength, pageOf } from "../core/pagination";
import { formatListedSessions, formatSessionCards, listedColumns, type ListedRow } from "./listed-session";
import { listCategoryNames, narrowedBy, readFilterChoices } from "./schedule-filters";
import type { FeedEntry, LiveSessionsFilter, Schedule, SessionCards } from "./schemas";
import { describeNextSeries } from "./series-rhythm";
import { summaryOf } from "./session-facts";

const mostFeatured = 3;

export async function listUpcomingSessions(ctx: Context, filter: LiveSessionsFilter): Promise<Schedule> {
  const [{ rows, ...found }, seriesNote] = await Promise.all([
    findUpcomingSessions(ctx, filter),
    describeNextSeries(ctx, whereUpcoming(ctx)),
  ]);
  const isWhole = !filter.category && !filter.location && filter.page === 1;
  const featured = isWhole ? await pickFeatured(ctx, rows, found.page.count > 1) : [];
  const listed = await formatListedSessions(ctx, [...featured, ...rows]);
  return {
    ...found,
    featured: listed.slice(0, featured.length),
    sessions: listed.slice(featured.length),
    zoneNote: describeZones(rows, ctx),
    seriesNote,
  };
}

async function pickFeatured(ctx: Context, rows: ListedRow[], hasMore: boolean): Promise<ListedRow[]> {
  const picked = rows.filter((session) => session.isFeatured).slice(0, mostFeatured);
  return picked.length < mostFeatured && hasMore ? findFeaturedSessions(ctx, mostFeatured) : picked;
}

export async function listSessionCards(ctx: Context, filter: LiveSessionsFilter): Promise<SessionCards> {
  const { rows, ...found } = await findUpcomingSessions(ctx, filter);
  return { ...found, sessions: await formatSessionCards(ctx, rows), zoneNote: describeZones(rows, ctx) };
}

type Found = {
  rows: ListedRow[];
  page: Page;
  presentCategories: string[];
  allCategories: string[];
  locations: string[];
};

export async function findUpcomingSessions(ctx: Context, filter: LiveSessionsFilter): Promise<Found> {
  const [{ total, presentCategories, locations, firstStart }, allCategories] = await Promise.all([
    readFilterChoices(ctx, filter, whereUpcoming(ctx)),
    listCategoryNames(ctx),
  ]);
  ctx.freshness?.changeAt(firstStart);
  const { page, offset } = pageOf(filter.page, total);
  const rows = await ctx.db
    .select(listedColumns)
    .from(liveSessions)
    .where(and(whereUpcoming(ctx), ...narrowedBy(filter)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(pageLength)
    .offset(offset);
  return { rows, page, presentCategories, allCategories, locations };
}

const mostInFeed = 1000;

function findAllUpcoming(ctx: Context): Promise<(typeof liveSessions.$inferSelect)[]> {
  return ctx.db
    .select()
    .from(liveSessions)
    .where(whereUpcoming(ctx))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(mostInFeed);
}

function findFeaturedSessions(ctx: Context, limit: number): Promise<ListedRow[]> {
  return ctx.db
    .select(listedColumns)
    .from(liveSessions)
    .where(and(whereUpcoming(ctx), eq(liveSessions.isFeatured, true)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(limit);
}

/** Returns when the next session begins and leaves the lists. */
export async function readNextStart(ctx: Context): Promise<Date | null> {
  const [next] = await ctx.db
    .select({ start: min(liveSessions.startTime) })
    .from(liveSessions)
    .where(whereUpcoming(ctx));
  return next?.start ?? null;
}

function whereUpcoming({ clock }: Pick<Context, "clock">): SQL | undefined {
  return and(
    gt(liveSessions.startTime, clock.now()),
    eq(liveSessions.isPublished, true),
    isNull(liveSessions.cancelledAt),
  );
}

export async function listFeedEntries(ctx: Context): Promise<FeedEntry[]> {
  const zones = { settings: ctx.settings, visitor: { timeZone: ctx.settings.siteTimeZone } };
  return (await findAllUpcoming(ctx)).map((session) => ({
    id: session.id,
    title: session.title,
    category: session.category,
    when: longStartOf(displayStart(session, zones)),
    place: placeLabel(session),
    summary: summaryOf(session.description),
    publishedAt: session.createdAt.toISOString(),
  }));
}
