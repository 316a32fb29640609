import { DateTime } from "luxon";
import { DomainError } from "../../core/errors";
import { nthOfMonth, type Rhythm, rhythmOf } from "../../catalogue/schedule/series-rhythm";

const inputFormat = "yyyy-MM-dd'T'HH:mm";

export const toLocalInput = (instant: Date, zone: string): string =>
  DateTime.fromJSDate(instant, { zone }).toFormat(inputFormat);

/** Throws invalid for times that the zone's clocks skip or show twice. */
export function fromLocalInput(typed: string, zone: string): Date {
  const time = DateTime.fromISO(typed.slice(0, 16), { zone });
  if (!time.isValid || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed))
    throw refusal("Please enter a date and a time, such as 2026-12-01 19:30.");
  if (time.toFormat(inputFormat) !== typed.slice(0, 16)) {
    const { clock, day } = nameOf(typed);
    throw refusal(`There is no ${clock} on ${day} in ${zone}: the clocks go forward. Please choose another time.`);
  }
  if (time.getPossibleOffsets().length > 1) {
    const { clock, day } = nameOf(typed);
    throw refusal(`${clock} happens twice on ${day} in ${zone}: the clocks go back. Please choose another time.`);
  }
  if (time.year < 2000 || time.year >= 2200) throw refusal("Please choose a year from 2000 to 2199.");
  return time.toJSDate();
}

/** Parses the day as UTC, which has no clock changes. */
function nameOf(typed: string): { clock: string; day: string } {
  const time = DateTime.fromISO(typed, { zone: "utc" }).setLocale("en-US");
  return { clock: time.toFormat("h:mm a"), day: time.toFormat("LLLL d, yyyy") };
}

const refusal = (message: string) => new DomainError("invalid", message, { field: "startsAt" });

type Series = { first: Date; rhythm: Rhythm; times: number; siteTimeZone: string };

/** Returns the dates of a series; monthly means the same weekday of the month (the fifth is the last). */
export function seriesDates({ first, rhythm, times, siteTimeZone }: Series): Date[] {
  const start = DateTime.fromJSDate(first, { zone: siteTimeZone });
  const nths = Array.from({ length: times }, (_, nth) => nth);
  if (rhythm === "monthly") return nths.map((nth) => sameWeekdayOfMonth(start, nth).toJSDate());
  const weeks = rhythm === "weekly" ? 1 : 2;
  return nths.map((nth) => start.plus({ weeks: weeks * nth }).toJSDate());
}

/** Returns the dates of a series that begin at another time of day than its first, because the clocks skip that one. */
export function movedByClocks(starts: Date[], zone: string): Date[] {
  const clocks = starts.map((start) => DateTime.fromJSDate(start, { zone }).toFormat("HH:mm"));
  return starts.filter((_, nth) => clocks[nth] !== clocks[0]);
}

type SeriesStarts = { starts: Date[]; now: Date; siteTimeZone: string };

/** About eleven years of a weekly series. */
const furthest = 600;

/** Returns the date that continues a series after its last one, and not in the past; null without one in reach. */
export function nextSeriesDate({ starts, now, siteTimeZone }: SeriesStarts): Date | null {
  const sorted = starts.toSorted((a, b) => a.getTime() - b.getTime());
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return null;
  const dates = seriesDates({ first, rhythm: rhythmOf(sorted), times: furthest, siteTimeZone });
  return dates.find((date) => date > last && date > now) ?? null;
}

function sameWeekdayOfMonth(start: DateTime, months: number): DateTime {
  const month = start.startOf("month").plus({ months });
  const firstOfIts = 1 + ((start.weekday - month.weekday + 7) % 7);
  const wanted = firstOfIts + 7 * (nthOfMonth(start) - 1);
  const day = wanted > month.endOf("month").day ? wanted - 7 : wanted;
  return month.set({ day, hour: start.hour, minute: start.minute });
}
