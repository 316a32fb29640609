import { liveSessions } from "@db/schema";
import { and, asc, isNotNull } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { keepForMinute } from "../../core/kept-content";
import { whereUpcoming } from "./where-upcoming";

export const rhythms = ["weekly", "fortnightly", "monthly"] as const;
export type Rhythm = (typeof rhythms)[number];

const dayMs = 86_400_000;

/** Returns the rhythm of dates, which the shortest gap tells: cancelled or deleted dates leave longer ones. */
export function rhythmOf(sorted: Date[]): Rhythm {
  const gaps = sorted.slice(1).map((start, index) => start.getTime() - (sorted[index]?.getTime() ?? 0));
  const shortest = gaps.length > 0 ? Math.min(...gaps) / dayMs : 7;
  if (shortest < 11) return "weekly";
  return shortest < 21 ? "fortnightly" : "monthly";
}

type SeriesFacts = { first: Date; rhythm: Rhythm; siteTimeZone: string };

export function describeRhythm({ first, rhythm, siteTimeZone }: SeriesFacts): string {
  if (rhythm !== "monthly") return rhythm === "weekly" ? "every week" : "every two weeks";
  const start = DateTime.fromJSDate(first, { zone: siteTimeZone }).setLocale("en-US");
  return `on the ${ordinals[nthOfMonth(start) - 1]} ${start.weekdayLong} of the month`;
}

const ordinals = ["first", "second", "third", "fourth", "last"];

export const nthOfMonth = ({ day }: DateTime): number => Math.ceil(day / 7);

/** Names a series by one of its dates: "Tuesdays at 19:00: Evening class". */
export function nameSeries({ title, startTime }: { title: string; startTime: Date }, zone: string): string {
  const start = DateTime.fromJSDate(startTime, { zone }).setLocale("en-US");
  return `${start.weekdayLong}s at ${start.toFormat("HH:mm")}: ${title}`;
}

const mostRead = 100;

/** Says when the first series of the schedule takes place; null unless two dates or more agree on it. */
export const describeNextSeries = keepForMinute(async (ctx: Pick<Context, "db" | "clock" | "settings">) => {
  const dates = await ctx.db
    .select({ title: liveSessions.title, startTime: liveSessions.startTime, seriesId: liveSessions.seriesId })
    .from(liveSessions)
    .where(and(whereUpcoming(ctx), isNotNull(liveSessions.seriesId)))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(mostRead);
  return describeDates(dates, ctx.settings.siteTimeZone);
});

type SeriesDate = { title: string; startTime: Date; seriesId: string | null };

/** Returns when the series of the next date takes place, if one sentence can say it. `dates` are sorted. */
export function describeDates(dates: SeriesDate[], siteTimeZone: string): string | null {
  const [next] = dates.filter(({ seriesId }) => dates.filter((date) => date.seriesId === seriesId).length > 1);
  if (!next) return null;
  const own = dates.filter(({ seriesId, title }) => seriesId === next.seriesId && title === next.title);
  const starts = own.map(({ startTime }) => startTime);
  if (starts.length < 2) return null;
  const rhythm = rhythmOf(starts);
  const descriptions = starts.map((first) => describeRhythm({ first, rhythm, siteTimeZone }));
  return new Set(descriptions).size === 1 ? `${next.title} takes place ${descriptions[0]}.` : null;
}
