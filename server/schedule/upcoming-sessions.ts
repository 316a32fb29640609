import { liveSessions, sessionCategories } from "@db/schema";
import { and, asc, count, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Context } from "../core/context";
import { describeZones } from "../core/dates";
import { type Page, pageLength, pageOf } from "../core/pagination";
import { formatListedSessions, formatSessionCards, listedColumns, type ListedRow } from "./listed-session";
import type { LiveSessionsFilter, Schedule, ScheduleFilter, SessionCards } from "./schemas";

const mostFeatured = 3;

export async function listUpcomingSessions(ctx: Context, filter: ScheduleFilter): Promise<Schedule> {
  const { rows, ...found } = await findUpcomingSessions(ctx, filter);
  const isWhole = !filter.category && !filter.location && filter.page === 1;
  const featured = isWhole ? await pickFeatured(ctx, rows, found.page.count > 1) : [];
  const listed = await formatListedSessions(ctx, [...featured, ...rows]);
  return {
    ...found,
    featured: listed.slice(0, featured.length),
    sessions: listed.slice(featured.length),
    zoneNote: describeZones(rows, ctx),
  };
}

/** Only queries if the first page may lack featured sessions. */
async function pickFeatured(ctx: Context, rows: ListedRow[], hasMore: boolean): Promise<ListedRow[]> {
  const picked = rows.filter((session) => session.isFeatured).slice(0, mostFeatured);
  return picked.length < mostFeatured && hasMore ? findFeaturedSessions(ctx, mostFeatured) : picked;
}

export async function listSessionCards(ctx: Context, filter: LiveSessionsFilter): Promise<SessionCards> {
  const { rows, page, presentCategories } = await findUpcomingSessions(ctx, filter);
  return { sessions: await formatSessionCards(ctx, rows), page, presentCategories, zoneNote: describeZones(rows, ctx) };
}

const online = "Online";

type Found = {
  rows: ListedRow[];
  page: Page;
  presentCategories: string[];
  allCategories: string[];
  locations: string[];
};

export async function findUpcomingSessions(ctx: Context, filter: ScheduleFilter): Promise<Found> {
  const [groups, allCategories] = await Promise.all([groupSessions(ctx), listCategories(ctx)]);
  const { page, offset } = pageOf(filter.page, countMatching(groups, filter));
  const rows = await ctx.db
    .select(listedColumns)
    .from(liveSessions)
    .where(and(whereUpcoming(ctx), ...narrowedBy(filter)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(pageLength)
    .offset(offset);
  return {
    rows,
    page,
    presentCategories: namesOf(groups.map((group) => group.category)),
    allCategories,
    locations: locationsOf(groups),
  };
}

const mostInFeed = 1000;

export function findAllUpcoming(ctx: Context): Promise<(typeof liveSessions.$inferSelect)[]> {
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

function whereUpcoming({ clock }: Pick<Context, "clock">): SQL | undefined {
  return and(
    gt(liveSessions.startTime, clock.now()),
    eq(liveSessions.isPublished, true),
    isNull(liveSessions.cancelledAt),
  );
}

function narrowedBy({ category, location }: ScheduleFilter): SQL[] {
  return [
    ...(category ? [eq(liveSessions.category, category)] : []),
    ...(location === online ? [eq(liveSessions.locationType, "online")] : []),
    ...(location && location !== online
      ? [eq(liveSessions.locationType, "onsite"), eq(liveSessions.city, location)]
      : []),
  ];
}

type Group = { category: string | null; locationType: "online" | "onsite"; city: string | null; sessions: number };

function groupSessions(ctx: Context): Promise<Group[]> {
  const { category, locationType, city } = liveSessions;
  return ctx.db
    .select({ category, locationType, city, sessions: count() })
    .from(liveSessions)
    .where(whereUpcoming(ctx))
    .groupBy(category, locationType, city);
}

function countMatching(groups: Group[], { category, location }: ScheduleFilter): number {
  const locationOf = (group: Group) => (group.locationType === "online" ? online : group.city);
  return groups
    .filter((group) => (!category || group.category === category) && (!location || locationOf(group) === location))
    .reduce((sum, group) => sum + group.sessions, 0);
}

async function listCategories({ db }: Context): Promise<string[]> {
  const rows = await db.select({ name: sessionCategories.name }).from(sessionCategories);
  return namesOf(rows.map((category) => category.name));
}

function locationsOf(groups: Group[]): string[] {
  const cities = namesOf(groups.map((group) => (group.locationType === "onsite" ? group.city : null)));
  return cities.length > 0 ? [online, ...cities] : [];
}

const namesOf = (names: (string | null)[]) => [...new Set(names)].filter((name) => name !== null).sort();
