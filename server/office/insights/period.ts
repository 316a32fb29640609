import { DateTime } from "luxon";

export type Months = {
  from: Date;
  /** The end, which is exclusive. */
  until: Date;
  timeZone: string;
  months: Month[];
};

export type InsightsPeriod = Months & {
  chosen: string;
  label: string;
  choices: { value: string; label: string }[];
};

export type Month = { label: string; start: Date };

const lengths = new Map([
  ["3-months", 3],
  ["6-months", 6],
  ["24-months", 24],
]);

export function periodOf(name: string, now: Date, timeZone: string): InsightsPeriod {
  const present = presentMonth(now, timeZone);
  const years = [0, 1, 2, 3].map((ago) => String(present.year - ago));
  const year = years.includes(name) ? present.set({ year: Number(name) }).startOf("year") : null;
  // Of this year, the months that have begun.
  const length = year ? Math.min(12, monthsBetween(year, present) + 1) : (lengths.get(name) ?? 12);
  const from = year ?? present.minus({ months: length - 1 });
  return {
    ...monthsFrom(from, length),
    chosen: year || lengths.has(name) ? name : "",
    label: length === 1 ? labelOf(from) : `${labelOf(from)} to ${labelOf(from.plus({ months: length - 1 }))}`,
    choices: [
      ...[...lengths].map(([value, count]) => ({ value, label: `Last ${count} months` })),
      ...years.map((value) => ({ value, label: value })),
    ],
  };
}

/** Returns the last month and the present one. */
export function lastTwoMonths(now: Date, timeZone: string): Months {
  return monthsFrom(presentMonth(now, timeZone).minus({ months: 1 }), 2);
}

const presentMonth = (now: Date, zone: string): DateTime =>
  DateTime.fromJSDate(now, { zone }).setLocale("en-US").startOf("month");

function monthsFrom(from: DateTime, length: number): Months {
  const starts = Array.from({ length }, (_, index) => from.plus({ months: index }));
  return {
    from: from.toJSDate(),
    until: from.plus({ months: length }).toJSDate(),
    timeZone: from.zoneName ?? "UTC",
    months: starts.map((start) => ({ label: labelOf(start), start: start.toJSDate() })),
  };
}

const labelOf = (start: DateTime): string => start.toFormat("LLL yyyy");

const monthsBetween = (from: DateTime, until: DateTime): number => Math.round(until.diff(from, "months").months);

/** Returns the months since the first entry, so that a young site has no rows of zeros, and the index of its month. */
export function monthsSinceFirst(months: Month[], entries: { month: number }[]): { months: Month[]; first: number } {
  const first = Math.min(months.length, ...entries.map(({ month }) => month));
  return { months: months.slice(first), first };
}
