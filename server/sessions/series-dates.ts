import { DateTime } from "luxon";

export const rhythms = ["weekly", "fortnightly", "monthly"] as const;
export type Rhythm = (typeof rhythms)[number];

type Series = { first: Date; rhythm: Rhythm; times: number; siteTimeZone: string };

/**
 * The starts of a series, the first among them: at the same time of day by the clocks of the site's zone, every week,
 * every two weeks, or each month on the same weekday of it: the first Tuesday, the third Sunday. A fifth weekday means
 * the last one, since few months have five. Where the clocks skip a time, it is an hour later that night.
 */
export function seriesDates({ first, rhythm, times, siteTimeZone }: Series): Date[] {
  const start = DateTime.fromJSDate(first, { zone: siteTimeZone });
  const nths = Array.from({ length: times }, (_, nth) => nth);
  if (rhythm === "monthly") return nths.map((nth) => sameWeekdayOfMonth(start, nth).toJSDate());
  const weeks = rhythm === "weekly" ? 1 : 2;
  return nths.map((nth) => start.plus({ weeks: weeks * nth }).toJSDate());
}

function sameWeekdayOfMonth(start: DateTime, months: number): DateTime {
  const month = start.startOf("month").plus({ months });
  const firstOfIts = 1 + ((start.weekday - month.weekday + 7) % 7);
  const wanted = firstOfIts + 7 * (nthOfMonth(start) - 1);
  const day = wanted > month.daysInMonth! ? wanted - 7 : wanted;
  return month.set({ day, hour: start.hour, minute: start.minute });
}

const nthOfMonth = ({ day }: DateTime): number => Math.ceil(day / 7);

/** The rhythm of a series that begins then: "every week", "on the first Tuesday of the month". */
export function describeRhythm({ first, rhythm, siteTimeZone }: Omit<Series, "times">): string {
  if (rhythm !== "monthly") return rhythm === "weekly" ? "every week" : "every two weeks";
  const start = DateTime.fromJSDate(first, { zone: siteTimeZone }).setLocale("en-US");
  return `on the ${ordinals[nthOfMonth(start) - 1]} ${start.weekdayLong} of the month`;
}

const ordinals = ["first", "second", "third", "fourth", "last"];
