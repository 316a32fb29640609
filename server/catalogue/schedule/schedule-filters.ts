import { liveSessions } from "@db/schema";
import { and, count, eq, sql, type SQL } from "drizzle-orm";
import type { Context } from "../../core/context";
import { keepForMinute } from "../../core/kept-content";
import { readCategories } from "./categories";
import type { LiveSessionsFilter } from "./schemas";
import { type TimedDatabase, whereUpcoming } from "./where-upcoming";

const online = "Online";

type FilterChoices = {
  total: number;
  presentCategories: string[];
  locations: string[];
};

/** Counts the sessions that match a filter, and lists all categories and cities, or none where they can't be read. */
export async function readFilterChoices(
  ctx: Context,
  filter: LiveSessionsFilter,
  whereListed: SQL | undefined,
  grouping: Promise<Group[]> = groupSessions(ctx, whereListed),
): Promise<FilterChoices> {
  const groups = await orNothing(ctx, "sessions could not be grouped", grouping);
  if (!groups) {
    const total = await ctx.db.$count(liveSessions, and(whereListed, ...narrowedBy(filter)));
    return { total, presentCategories: [], locations: [] };
  }
  return {
    total: countMatching(groups, filter),
    presentCategories: namesOf(groups.map((group) => group.category)),
    locations: locationsOf(groups),
  };
}

export async function listCategoryNames(ctx: Context): Promise<string[]> {
  const found = await orNothing(ctx, "categories could not be read", readCategories(ctx.db));
  return namesOf((found ?? []).map((category) => category.name));
}

export function narrowedBy({ category, location }: LiveSessionsFilter): SQL[] {
  const isSame = (column: SQL | typeof liveSessions.city, text: string) => sql`lower(${column}) = lower(${text})`;
  if (!location) return category ? [isSame(sql`${liveSessions.category}`, category)] : [];
  const inPlace = isOnline(location)
    ? [eq(liveSessions.locationType, "online")]
    : [eq(liveSessions.locationType, "onsite"), isSame(liveSessions.city, location)];
  return [...narrowedBy({ category, page: 1 }), ...inPlace];
}

type Group = {
  category: string | null;
  locationType: "online" | "onsite";
  city: string | null;
  sessions: number;
};

export const groupUpcoming = keepForMinute((ctx: TimedDatabase) => groupSessions(ctx, whereUpcoming(ctx)));

async function groupSessions({ db }: TimedDatabase, whereListed: SQL | undefined): Promise<Group[]> {
  const { category, locationType, city } = liveSessions;
  return db
    .select({ category, locationType, city, sessions: count() })
    .from(liveSessions)
    .where(whereListed)
    .groupBy(category, locationType, city);
}

async function orNothing<Value>(ctx: Context, failure: string, reading: Promise<Value> | PromiseLike<Value>) {
  try {
    return await reading;
  } catch (error) {
    ctx.log.error({ err: error }, failure);
    return null;
  }
}

const isOnline = (location: string) => location.toLowerCase() === online.toLowerCase();

function countMatching(groups: Group[], { category, location }: LiveSessionsFilter): number {
  const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();
  const locationOf = (group: Group) => (group.locationType === "online" ? online : group.city);
  return groups
    .filter((group) => !category || isSame(group.category, category))
    .filter((group) => !location || isSame(locationOf(group), location))
    .reduce((sum, group) => sum + group.sessions, 0);
}

function locationsOf(groups: Group[]): string[] {
  const cities = namesOf(groups.map((group) => (group.locationType === "onsite" ? group.city : null)));
  return cities.length > 0 ? [online, ...cities] : [];
}

const namesOf = (names: (string | null)[]) => [...new Set(names)].filter((name) => name !== null).sort();
