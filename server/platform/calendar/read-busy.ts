import type ICAL from "ical.js";
import { type CalendarPart, CalendarReadError, splitCalendar } from "./calendar-lines";
import { type FindZone, zonesOf } from "./calendar-zones";
import { type EventFacts, factsOf } from "./event-facts";
import { RepeatBudget, repeatsOf } from "./repeats";
import { Slices } from "./slices";

export type Interval = { start: Date; end: Date };

export type ReadCalendar = {
  /** Merged and in order. */
  busy: Interval[];
  /** How many events count as busy at some time within the window. */
  events: number;
  /** Events that could not be read. */
  unreadable: number;
};

type Reading = {
  window: Interval;
  /** The IANA name of the zone for times without one, and for whole days. */
  timeZone: string;
  /** The addresses of whose calendar it is, in lower case: what they declined is left out. */
  owner?: string[];
  /** Events of ours, by their UID. */
  isOwn: (uid: string) => boolean;
  signal?: AbortSignal;
};

/** Events that matter: those that are over are not counted. */
export const maxEvents = 2000;
const maxIntervals = 20_000;

/**
 * Returns when a calendar is busy within the window: repeats, exceptions and whole days expanded; free, cancelled, declined
 * and own events left out, tentative ones kept. Works in slices of some milliseconds. Throws a CalendarReadError.
 */
export async function readBusy(
  text: string,
  { window, timeZone, owner = [], isOwn, signal }: Reading,
): Promise<ReadCalendar> {
  const slices = new Slices(signal);
  const { parts, zone } = await splitCalendar(text, slices, owner);
  const zoneOf = zonesOf(
    parts.filter(({ kind }) => kind === "VTIMEZONE"),
    zone,
    timeZone,
  );
  const { events, unreadable } = await readEvents(
    parts.filter(({ kind }) => kind === "VEVENT"),
    { zoneOf, window, slices },
  );
  const budget = new RepeatBudget();
  const intervals: Interval[] = [];
  let busyEvents = 0;
  for (const [uid, group] of groupByUid(events)) {
    if (isOwn(uid)) continue;
    let counted = false;
    for (const interval of timesOf(group, window, budget)) {
      if (slices.isDue()) await slices.rest();
      if (!interval) continue;
      counted = true;
      intervals.push(interval);
      if (intervals.length > maxIntervals) throw new CalendarReadError("too_many_repeats");
    }
    if (counted) busyEvents += 1;
    if (slices.isDue()) await slices.rest();
  }
  return { busy: mergeIntervals(intervals), events: busyEvents, unreadable };
}

type EventReading = { zoneOf: FindZone; window: Interval; slices: Slices };

async function readEvents(all: CalendarPart[], { zoneOf, window, slices }: EventReading) {
  const events: EventFacts[] = [];
  let unreadable = 0;
  for (const { lines, isDeclined } of all) {
    if (slices.isDue()) await slices.rest();
    if (isLongOver(lines, window.start)) continue;
    if (events.length >= maxEvents) throw new CalendarReadError("too_many_events");
    const relevant = lines.filter((line) => !/^(?:EXDATE|RDATE)[;:]/i.test(line) || !isBefore(line, window.start));
    const facts = relevant.length <= maxLines && factsOf(relevant, zoneOf);
    if (facts) events.push(isDeclined ? { ...facts, isBusy: false } : facts);
    else unreadable += 1;
  }
  return { events, unreadable };
}

/** The zones of the world are within a day of each other; two leave room. */
const spareMs = 2 * 24 * 3_600_000;

/** Lines of one event: parsing more would take too long at once. */
const maxLines = 300;

/** Tells without parsing that an event which happens once has ended: a calendar may hold many years of these. */
function isLongOver(lines: string[], since: Date): boolean {
  if (lines.some((line) => /^(?:RRULE|RDATE|DURATION)[;:]/i.test(line) || isForFuture(line))) return false;
  const dates = lines.filter((line) => /^(?:DTSTART|DTEND|RECURRENCE-ID)[;:]/i.test(line));
  return dates.length > 0 && dates.every((line) => isBefore(line, since));
}

/** Returns whether a line says that an exception stands for all later repeats, too. */
const isForFuture = (line: string): boolean => /^RECURRENCE-ID(?:;[^:]*)?;RANGE=THISANDFUTURE[;:]/i.test(line);

/** Returns whether the one date of a line is surely earlier; false for several. */
function isBefore(line: string, since: Date): boolean {
  const limit = new Date(since.getTime() - spareMs).toISOString().slice(0, 10).replaceAll("-", "");
  const day = /:(\d{8})(?:T\d{6}Z?)?$/.exec(line)?.[1];
  return day !== undefined && day < limit;
}

function groupByUid(events: EventFacts[]): Map<string, EventFacts[]> {
  const groups = new Map<string, EventFacts[]>();
  for (const event of events) {
    const group = groups.get(event.uid);
    if (group) group.push(event);
    else groups.set(event.uid, [event]);
  }
  return groups;
}

/** Yields the busy times of an event with its exceptions, those within the window, and null for a step without one. */
function* timesOf(group: EventFacts[], window: Interval, budget: RepeatBudget): Generator<Interval | null> {
  const replaced = new Set(group.flatMap(({ replaces }) => (replaces === null ? [] : [replaces])));
  const changes = changesIn(group);
  for (const event of group) {
    if (event.replaces !== null) {
      const interval = intervalAt(event, event.start);
      if (event.isBusy && overlaps(interval, window)) yield interval;
      continue;
    }
    if (![event, ...changes].some(({ isBusy }) => isBusy)) continue;
    const seen = new Set<number>();
    for (const local of localTimesOf(event, window, { budget, changes })) {
      if (!local) {
        yield null;
        continue;
      }
      const instant = event.zone.instantOf(local);
      if (seen.has(instant) || replaced.has(instant) || isExcluded(event, local, instant)) continue;
      seen.add(instant);
      const change = changes.filter(({ replaces }) => replaces <= instant).at(-1);
      const interval = change ? changedInterval(change, local, instant) : intervalAt(event, local);
      yield (change ?? event).isBusy && overlaps(interval, window) ? interval : null;
    }
  }
}

/** An exception that stands for all later repeats, too. */
type LastingChange = EventFacts & { replaces: number };

/** Returns the exceptions that last, in the order of the repeats from which on they do. */
function changesIn(group: EventFacts[]): LastingChange[] {
  const isLasting = (event: EventFacts): event is LastingChange => event.isForFuture && event.replaces !== null;
  return group.filter(isLasting).sort((a, b) => a.replaces - b.replaces);
}

/** Returns when a later repeat takes place: as far from its own time as the first one that was changed, by the clock. */
function changedInterval(change: LastingChange, local: ICAL.Time, instant: number): Interval {
  const start = change.days > 0 ? local.clone() : change.zone.localOf(instant);
  start.adjust(0, 0, 0, change.shiftMs / 1000);
  return intervalAt(change, start);
}

type Repeating = { budget: RepeatBudget; changes: LastingChange[] };

/** Yields null for each repeat that is too early. */
function* localTimesOf(
  event: EventFacts,
  window: Interval,
  { budget, changes }: Repeating,
): Generator<ICAL.Time | null> {
  if (event.rules.length === 0) yield event.start;
  yield* event.moreDates;
  const lengths = [event, ...changes].map(({ durationMs, days }) => Math.max(durationMs, days * 24 * 3_600_000));
  const shift = Math.max(0, ...changes.map(({ shiftMs }) => Math.abs(shiftMs)));
  const reach = Math.max(...lengths) + shift;
  const from = event.zone.localOf(window.start.getTime() - reach - spareMs);
  const until = event.zone.localOf(window.end.getTime() + shift + spareMs);
  for (const rule of event.rules) {
    for (const local of repeatsOf(rule, event.start, from, budget)) {
      if (local.compare(until) > 0) break;
      yield local.compare(from) < 0 ? null : local;
    }
  }
}

const isExcluded = ({ withoutInstants, withoutDays }: EventFacts, local: ICAL.Time, instant: number) =>
  withoutInstants.has(instant) || (withoutDays.size > 0 && withoutDays.has(dayName(local)));

const dayName = ({ year, month, day }: ICAL.Time) => year * 10_000 + month * 100 + day;

function intervalAt({ zone, days, durationMs }: EventFacts, local: ICAL.Time): Interval {
  const start = zone.instantOf(local);
  if (days === 0) return { start: new Date(start), end: new Date(start + durationMs) };
  const end = local.clone();
  end.day += days;
  return { start: new Date(start), end: new Date(zone.instantOf(end)) };
}

const overlaps = (one: Interval, other: Interval) =>
  one.start < one.end && one.start < other.end && other.start < one.end;

/** Returns the same time in as few intervals as it takes, in order. */
export function mergeIntervals(intervals: Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { start, end } of [...intervals].sort((a, b) => a.start.getTime() - b.start.getTime())) {
    const last = merged.at(-1);
    if (last && start <= last.end) {
      if (end > last.end) last.end = end;
    } else merged.push({ start, end });
  }
  return merged;
}
