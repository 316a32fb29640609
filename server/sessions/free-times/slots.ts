import { DateTime } from "luxon";

/** Hours of a day by the clock on the wall, in minutes after midnight. */
export type Hours = { startMinute: number; endMinute: number };

export type SlotRules = {
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  /** How far apart the times are that can be chosen. */
  stepMinutes: number;
  /** How long before its start a time can no longer be booked. */
  noticeHours: number;
  /** How many days ahead times can be booked. */
  horizonDays: number;
  /** The most sessions on one day; null without a limit. */
  maxPerDay: number | null;
  /** By day of the week, from 1 for Monday. */
  hours: ({ weekday: number } & Hours)[];
  /** Hours of a date instead of those of its day of the week; a date without hours is closed. */
  exceptions: { day: string; startMinute: number | null; endMinute: number | null }[];
};

/** A time that is taken: it includes its start and not its end. */
export type Period = { start: Date; end: Date };

/** What decides which times are free. */
export type SlotFacts = {
  now: Date;
  /** The zone of the hours and of the days. */
  zone: string;
  /** The times between which free ones are wanted; the end is not among them. */
  between: Period;
  /** One-to-one sessions with their buffers, groups, and what is in the instructor's calendar. */
  busy: Period[];
  /** The starts of the sessions of this offer that are booked or held. */
  booked: Date[];
};

/** Returns the starts that can be booked, in their order: the one rule for pages, bookings and moves. */
export function freeSlots(rules: SlotRules, { now, zone, between, busy, booked }: SlotFacts): Date[] {
  const first = now.getTime() + rules.noticeHours * 3_600_000;
  const today = DateTime.fromJSDate(now, { zone }).startOf("day");
  const lastDay = today.plus({ days: rules.horizonDays }).toISODate() ?? "";
  const perDay = countByDay(booked, zone);
  const isFree = (start: number): boolean => {
    const from = start - rules.bufferBeforeMinutes * minute;
    const until = start + (rules.durationMinutes + rules.bufferAfterMinutes) * minute;
    return busy.every((period) => period.end.getTime() <= from || period.start.getTime() >= until);
  };
  const starts = new Set<number>();
  for (const day of daysBetween(between, zone)) {
    const date = day.toISODate() ?? "";
    if (date > lastDay || (rules.maxPerDay !== null && (perDay.get(date) ?? 0) >= rules.maxPerDay)) continue;
    for (const hours of hoursOn(rules, day)) {
      for (const start of startsIn(rules, day, hours)) {
        if (start >= first && start >= between.start.getTime() && start < between.end.getTime() && isFree(start)) {
          starts.add(start);
        }
      }
    }
  }
  return [...starts].sort((a, b) => a - b).map((start) => new Date(start));
}

const minute = 60_000;

/** Returns the days in the zone that a period touches. */
function daysBetween({ start, end }: Period, zone: string): DateTime[] {
  const days: DateTime[] = [];
  let day = DateTime.fromJSDate(start, { zone }).startOf("day");
  while (day.toMillis() < end.getTime()) {
    days.push(day);
    // Not a day later: where midnight does not exist, a day begins at one o'clock.
    day = day.plus({ days: 1 }).startOf("day");
  }
  return days;
}

function hoursOn({ hours, exceptions }: Pick<SlotRules, "hours" | "exceptions">, day: DateTime): Hours[] {
  const date = day.toISODate();
  const own = exceptions.filter((exception) => exception.day === date);
  if (own.length === 0) return hours.filter(({ weekday }) => weekday === day.weekday);
  return own.flatMap(({ startMinute, endMinute }) =>
    startMinute === null || endMinute === null ? [] : [{ startMinute, endMinute }],
  );
}

/** Steps through real minutes, so that a change of the clocks neither makes nor hides a time. */
function startsIn({ stepMinutes, durationMinutes }: SlotRules, day: DateTime, hours: Hours): number[] {
  const open = instantOf(day, hours.startMinute, "first");
  const close = instantOf(day, hours.endMinute, "last");
  const starts: number[] = [];
  for (let start = open; start + durationMinutes * minute <= close; start += stepMinutes * minute) starts.push(start);
  return starts;
}

/**
 * Returns when the clock on the wall shows a time: of a time that occurs twice the first or last, of one that is left
 * out the moment of the change.
 */
function instantOf(day: DateTime, minutes: number, which: "first" | "last"): number {
  const wanted = { hour: Math.floor(minutes / 60), minute: minutes % 60 };
  if (minutes === 1440) return day.plus({ days: 1 }).startOf("day").toMillis();
  const found = DateTime.fromObject({ year: day.year, month: day.month, day: day.day, ...wanted }, { zone: day.zone });
  if (found.hour === wanted.hour && found.minute === wanted.minute) {
    const both = found.getPossibleOffsets().map((time) => time.toMillis());
    return which === "first" ? Math.min(...both) : Math.max(...both);
  }
  let change = found;
  while (change.minus({ minutes: 1 }).offset === found.offset) change = change.minus({ minutes: 1 });
  return change.toMillis();
}

function countByDay(starts: Date[], zone: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const start of starts) {
    const date = DateTime.fromJSDate(start, { zone }).toISODate() ?? "";
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return counts;
}
