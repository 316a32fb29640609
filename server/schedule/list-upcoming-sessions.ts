import { and, asc, count, eq, gt, isNull, type SQL } from "drizzle-orm";
import { liveSessions, sessionCategories } from "@db/schema";
import { availabilityOf, countPlaces, type Places } from "../bookings/places";
import { formatPrice } from "../pricing/money";
import { quotePrice } from "../pricing/quote";
import type { Context } from "../trpc/context";
import { splitDescription } from "./format-description";
import { describeZones, displayStart, formatDuration, placeLabel } from "./format-start";
import { plateUrl } from "./plate-url";
import type { ListedSession, Schedule, ScheduleFilter } from "./schemas";

const pageLength = 20;
const online = "Online";

/**
 * The sessions that have not begun, soonest first, with what there is to filter them by. Four queries, however many
 * sessions and bookings there are. A page past the end is the last one.
 */
export async function listUpcomingSessions(ctx: Context, filter: ScheduleFilter): Promise<Schedule> {
  const upcoming = isUpcoming(ctx, filter);
  const [groups, allCategories] = await Promise.all([groupSessions(ctx, upcoming), listCategories(ctx)]);
  const page = pageOf(filter, countMatching(groups, filter));
  const rows = await ctx.db
    .select()
    .from(liveSessions)
    .where(and(upcoming, ...narrowedBy(filter)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(filter.limit ?? pageLength)
    .offset(page.offset);
  const ids = rows.map((session) => session.id);
  const places = await countPlaces(ctx.db, ids);
  return {
    sessions: rows.map((session) => listedSession(ctx, session, places.get(session.id))),
    zoneNote: describeZones(rows, ctx),
    page: { ...page.position, from: page.offset + 1, to: page.offset + rows.length },
    presentCategories: namesOf(groups.map((group) => group.category)),
    allCategories,
    locations: locationsOf(groups),
  };
}

/** A list with a limit is one page. */
function pageOf({ limit, page }: ScheduleFilter, total: number) {
  const count = limit ? 1 : Math.max(1, Math.ceil(total / pageLength));
  const number = Math.min(page, count);
  return { position: { number, count, total }, offset: (number - 1) * pageLength };
}

function isUpcoming({ clock }: Context, { isFeaturedOnly }: ScheduleFilter): SQL | undefined {
  return and(
    gt(liveSessions.startTime, clock.now()),
    eq(liveSessions.isPublished, true),
    isNull(liveSessions.cancelledAt),
    isFeaturedOnly ? eq(liveSessions.isFeatured, true) : undefined,
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

/** How many upcoming sessions there are of each kind: it answers the filters' choices and the count of pages alike. */
function groupSessions({ db }: Context, upcoming: SQL | undefined): Promise<Group[]> {
  const { category, locationType, city } = liveSessions;
  return db
    .select({ category, locationType, city, sessions: count() })
    .from(liveSessions)
    .where(upcoming)
    .groupBy(category, locationType, city);
}

function countMatching(groups: Group[], { category, location }: ScheduleFilter): number {
  const locationOf = (group: Group) => (group.locationType === "online" ? online : group.city);
  return groups
    .filter((group) => (!category || group.category === category) && (!location || locationOf(group) === location))
    .reduce((sum, group) => sum + group.sessions, 0);
}

async function listCategories({ db }: Context): Promise<string[]> {
  const rows = await db.select().from(sessionCategories).orderBy(asc(sessionCategories.name));
  return rows.map((category) => category.name);
}

function locationsOf(groups: Group[]): string[] {
  const cities = namesOf(groups.map((group) => (group.locationType === "onsite" ? group.city : null)));
  return cities.length > 0 ? [online, ...cities] : [];
}

const namesOf = (names: (string | null)[]) => [...new Set(names)].filter((name) => name !== null).sort();

type Row = typeof liveSessions.$inferSelect;

function listedSession(ctx: Context, session: Row, places: Places | undefined): ListedSession {
  const { day, month, year, time, iso } = displayStart(session, ctx);
  const isSoldOut = availabilityOf(session, places, ctx.clock.now()) === "sold_out";
  return {
    id: session.id,
    title: session.title,
    category: session.category,
    summary: splitDescription(session.description).summary,
    start: { day, month, year, time, iso },
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    price: isSoldOut ? null : formatPrice(quotePrice(session, ctx.visitor.currency, ctx.rates).total),
    image: session.thumbnailUrl ?? plateUrl(session.category, "row", session.id),
  };
}
