import { DateTime, type Zone } from "luxon";
import { mergeIntervals } from "../../platform/calendar/read-busy";

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
export type TimeSpan = { start: Date; end: Date };

/** What decides which times are free. */
export type SlotFacts = {
  now: Date;
  /** The zone of the hours and of the days. */
  zone: string;
  /** The times between which free ones are wanted; the end is not among them. */
  between: TimeSpan;
  /** One-to-one sessions with their buffers, groups, and what is in the instructor's calendar. */
  busy: TimeSpan[];
  /** The starts of the sessions of this offer that are booked or held. */
  booked: Date[];
};

/**
 * Finds the starts that can be booked, in their order and only as far as they are asked for: the one rule for pages,
 * bookings and moves.
 */
export function* freeSlots(rules: SlotRules, { now, zone, between, busy, booked }: SlotFacts): Generator<Date> {
  const earliest = Math.max(now.getTime() + rules.noticeHours * 3_600_000, between.start.getTime());
  const lastDay = DateTime.fromJSDate(now, { zone }).plus({ days: rules.horizonDays }).toISODate() ?? "";
  const taken = mergeIntervals(busy).map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }));
  let ended = 0;
  for (const day of daysBetween(earliest, between.end.getTime(), zone)) {
    if (day.date > lastDay) return;
    if (rules.maxPerDay !== null && countWithin(booked, day) >= rules.maxPerDay) continue;
    // What has ended before this day is never looked at again.
    ended = firstEndingAfter(taken, day.start - rules.bufferBeforeMinutes * minute, ended);
    const starts = new Set<number>();
    for (const hours of hoursOn(rules, day)) {
      for (const start of startsIn(rules, openTimes(day, hours), { earliest, taken, ended })) {
        if (start < between.end.getTime()) starts.add(start);
      }
    }
    for (const start of [...starts].sort((a, b) => a - b)) yield new Date(start);
  }
}

const minute = 60_000;

/** A period in milliseconds. */
type Span = { start: number; end: number };

/** A day in the zone of the hours. */
type Day = Span & {
  date: string;
  weekday: number;
  zone: Zone;
  /** Whether no change of the clocks is near, so that the minutes of the day are those of the clock on the wall. */
  isEven: boolean;
};

/** Lists the days in the zone that a period touches. */
function* daysBetween(start: number, end: number, zoneName: string): Generator<Day> {
  const first = DateTime.fromMillis(start, { zone: zoneName }).startOf("day");
  const { zone } = first;
  let day = first.toMillis();
  let [offsetBefore, offset] = [first.minus({ days: 1 }).offset, first.offset];
  while (day < end) {
    const shown = new Date(day + offset * minute);
    const later = day + 1440 * minute;
    const offsetLater = zone.offset(later);
    const isWhole = shown.getTime() % (1440 * minute) === 0 && offset === offsetLater;
    // Where midnight does not exist, a day begins at one o'clock.
    const next = isWhole ? later : DateTime.fromMillis(day, { zone }).plus({ days: 1 }).startOf("day").toMillis();
    yield {
      start: day,
      end: next,
      date: shown.toISOString().slice(0, 10),
      weekday: shown.getUTCDay() || 7,
      zone,
      isEven: isWhole && offsetBefore === offset,
    };
    [offsetBefore, offset] = [offset, isWhole ? offsetLater : zone.offset(next)];
    day = next;
  }
}

const countWithin = (instants: Date[], { start, end }: Span): number =>
  instants.filter((instant) => instant.getTime() >= start && instant.getTime() < end).length;

function firstEndingAfter(spans: Span[], time: number, from: number): number {
  let index = from;
  for (let span = spans[index]; span && span.end <= time; span = spans[index]) index += 1;
  return index;
}

function hoursOn({ hours, exceptions }: Pick<SlotRules, "hours" | "exceptions">, { date, weekday }: Day): Hours[] {
  const own = exceptions.filter((exception) => exception.day === date);
  if (own.length === 0) return hours.filter((each) => each.weekday === weekday);
  return own.flatMap(({ startMinute, endMinute }) =>
    startMinute === null || endMinute === null ? [] : [{ startMinute, endMinute }],
  );
}

function openTimes(day: Day, { startMinute, endMinute }: Hours): Span {
  if (day.isEven) return { start: day.start + startMinute * minute, end: day.start + endMinute * minute };
  const at = DateTime.fromMillis(day.start, { zone: day.zone });
  return { start: instantOf(at, startMinute, "first"), end: instantOf(at, endMinute, "last") };
}

/** `taken`: in order, and apart from each other; those before `ended` are over. */
type TakenTimes = { earliest: number; taken: Span[]; ended: number };

/** Steps through real minutes, so that a change of the clocks neither makes nor hides a time. */
function* startsIn(rules: SlotRules, open: Span, { earliest, taken, ended }: TakenTimes): Generator<number> {
  const [step, duration] = [rules.stepMinutes * minute, rules.durationMinutes * minute];
  const [before, after] = [rules.bufferBeforeMinutes * minute, rules.bufferAfterMinutes * minute];
  const notBefore = (start: number, time: number) => start + Math.max(0, Math.ceil((time - start) / step)) * step;
  let index = ended;
  let start = notBefore(open.start, earliest);
  while (start + duration <= open.end) {
    index = firstEndingAfter(taken, start - before, index);
    const next = taken[index];
    if (next && next.start < start + duration + after) {
      start = notBefore(start, next.end + before);
    } else {
      yield start;
      start += step;
    }
  }
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
