import { liveSessions } from "@db/schema";
import { and, asc, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { describeZones, displayStart, longStartOf, placeLabel } from "../../core/dates";
import { keepForMinute } from "../../core/kept-content";
import { type Page, pageLength, pageOf } from "../../core/pagination";
import { formatListedSessions, formatSessionCards, listedColumns, type ListedRow } from "./listed-session";
import { groupUpcoming, listCategoryNames, narrowedBy, readFilterChoices } from "./schedule-filters";
import type { FeedEntry, LiveSessionsFilter, Schedule, SessionCards } from "./schemas";
import { describeNextSeries } from "./series-rhythm";
import { summaryOf } from "./session-facts";
import { type TimedDatabase, whereUpcoming } from "./where-upcoming";

const mostFeatured = 3;

export async function listUpcomingSessions(ctx: Context, filter: LiveSessionsFilter): Promise<Schedule> {
  const [{ rows, ...found }, seriesNote] = await Promise.all([
    findUpcomingSessions(ctx, filter),
    describeNextSeries(ctx),
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
  if (picked.length === mostFeatured || !hasMore) return picked;
  return featuredSessions(ctx);
}

export async function listSessionCards(ctx: Context, filter: LiveSessionsFilter): Promise<SessionCards> {
  const { rows, ...found } = await findUpcomingSessions(ctx, filter);
  return { ...found, sessions: await formatSessionCards(ctx, rows), zoneNote: describeZones(rows, ctx) };
}

type FoundSessions = {
  rows: ListedRow[];
  page: Page;
  presentCategories: string[];
  allCategories: string[];
  locations: string[];
};

export async function findUpcomingSessions(ctx: Context, filter: LiveSessionsFilter): Promise<FoundSessions> {
  const isKept = filter.page === 1 && narrowedBy(filter).length === 0;
  const [choices, allCategories, kept] = await Promise.all([
    readFilterChoices(ctx, filter, whereUpcoming(ctx), groupUpcoming(ctx)),
    listCategoryNames(ctx),
    isKept ? firstSessions(ctx) : null,
  ]);
  const { total, presentCategories, locations } = choices;
  const { page, offset } = pageOf(filter.page, total);
  const rows = kept ?? (await selectListed(ctx, filter, { limit: pageLength, offset }));
  return { rows, page, presentCategories, allCategories, locations };
}

const firstSessions = keepForMinute((ctx: TimedDatabase) => selectListed(ctx, { page: 1 }, { limit: pageLength }));

type Part = { limit: number; offset?: number };

const selectListed = (
  ctx: TimedDatabase,
  filter: LiveSessionsFilter,
  { limit, offset = 0 }: Part,
): Promise<ListedRow[]> =>
  ctx.db
    .select(listedColumns)
    .from(liveSessions)
    .where(and(whereUpcoming(ctx), ...narrowedBy(filter)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(limit)
    .offset(offset);

const mostInFeed = 1000;

const featuredSessions = keepForMinute(async (ctx: TimedDatabase): Promise<ListedRow[]> =>
  ctx.db
    .select(listedColumns)
    .from(liveSessions)
    .where(and(whereUpcoming(ctx), eq(liveSessions.isFeatured, true)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(mostFeatured),
);

/** Lists all sessions to come, for feeds and search engines: once for all who ask before something changes. */
export const listFeedEntries: (ctx: Context) => Promise<FeedEntry[]> = keepForMinute(
  async ({ db, clock, settings }: Context) => {
    const zones = { settings, visitor: { timeZone: settings.siteTimeZone } };
    const rows = await db
      .select()
      .from(liveSessions)
      .where(whereUpcoming({ clock }))
      .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
      .limit(mostInFeed);
    return rows.map((session) => ({
      id: session.id,
      title: session.title,
      category: session.category,
      when: longStartOf(displayStart(session, zones)),
      place: placeLabel(session),
      summary: summaryOf(session.description),
      publishedAt: session.createdAt.toISOString(),
    }));
  },
);
