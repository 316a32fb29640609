import type ICAL from "ical.js";
import { type CalendarPart, CalendarReadError, splitCalendar } from "./calendar-lines";
import { type FindZone, zonesOf } from "./calendar-zones";
import { type EventFacts, factsOf } from "./event-facts";
import { Remarks } from "./remarks";
import { RepeatBudget, repeatsOf } from "./repeats";

export type BusyInterval = { start: Date; end: Date };

export type ReadCalendar = {
  /** Merged and in order. */
  busy: BusyInterval[];
  /** How many events count as busy at some time within the window. */
  events: number;
  /** Events that could not be read. */
  unreadable: number;
  /** What was not understood, in sentences. */
  remarks: string[];
  /** The longest time that the fullest event leaves free at once from the second to the fourth week, in minutes. */
  freeMinutes: number;
};

export type Reading = {
  window: BusyInterval;
  /** The IANA name of the zone for times without one, and for whole days. */
  timeZone: string;
  /** The addresses of whose calendar it is, in lower case: what they declined is left out. */
  owner?: string[];
  /** Whether invitations count that they have not accepted. */
  countsOpen?: boolean;
  /** The host of the site, whose own events do not count. */
  siteHost: string;
};

/** Events that matter: those that are over are not counted. */
export const maxEvents = 2000;
const maxIntervals = 20_000;

/**
 * Returns when a calendar is busy within the window: repeats, exceptions and whole days expanded; free, cancelled, declined
 * and own events left out, and invitations that are not accepted unless they count; tentative events kept. Throws a
 * CalendarReadError.
 */
export function readBusy(text: string, reading: Reading): ReadCalendar {
  const { window, timeZone, owner = [], siteHost } = reading;
  const { parts, zone } = splitCalendar(text, owner);
  const zoneOf = zonesOf(
    parts.filter(({ kind }) => kind === "VTIMEZONE"),
    zone,
    timeZone,
  );
  const remarks = new Remarks();
  const events = readEvents(
    parts.filter(({ kind }) => kind === "VEVENT"),
    { ...reading, zoneOf, remarks },
  );
  const budget = new RepeatBudget();
  const found: BusyInterval[][] = [];
  let left = maxIntervals;
  for (const [uid, group] of groupByUid(events)) {
    if (isOwnEvent(uid, siteHost)) continue;
    const times = timesWithin(group, window, { budget, left });
    if (times === null) remarks.leaveOut("rule");
    else if (times.length > 0) {
      found.push(times);
      remarks.doubt(group.flatMap(({ zone: { doubt } }) => doubt?.name ?? []));
    }
    left -= times?.length ?? 0;
  }
  const weeks = { start: laterBy(window.start, 1), end: laterBy(window.start, 4) };
  const gaps = found.map((times) => longestGap(times, weeks) / 60_000);
  return {
    busy: mergeIntervals(found.flat()),
    events: found.length,
    unreadable: remarks.leftOut,
    remarks: remarks.sentences(),
    freeMinutes: Math.floor(Math.min(...gaps, (3 * weekMs) / 60_000)),
  };
}

const weekMs = 7 * 24 * 3_600_000;
const laterBy = (instant: Date, weeks: number): Date => new Date(instant.getTime() + weeks * weekMs);

/** Returns the longest time between intervals, in milliseconds. */
function longestGap(intervals: BusyInterval[], { start, end }: BusyInterval): number {
  let longest = 0;
  let from = start.getTime();
  for (const interval of mergeIntervals(intervals)) {
    longest = Math.max(longest, Math.min(interval.start.getTime(), end.getTime()) - from);
    from = Math.max(from, interval.end.getTime());
  }
  return Math.max(longest, end.getTime() - from);
}

/** `left`: how many intervals there may be. */
type Bounds = { budget: RepeatBudget; left: number };

/** Returns the busy times of an event with its exceptions; null if the library can't follow its rule. */
function timesWithin(group: EventFacts[], window: BusyInterval, { budget, left }: Bounds): BusyInterval[] | null {
  const times: BusyInterval[] = [];
  try {
    for (const time of timesOf(group, window, budget)) {
      if (times.length >= left) throw new CalendarReadError("too_many_repeats");
      times.push(time);
    }
  } catch (error) {
    if (error instanceof CalendarReadError) throw error;
    return null;
  }
  return times;
}

type EventReading = Pick<Reading, "window" | "countsOpen"> & { zoneOf: FindZone; remarks: Remarks };

function readEvents(all: CalendarPart[], { window, countsOpen = false, zoneOf, remarks }: EventReading): EventFacts[] {
  const events: EventFacts[] = [];
  for (const { lines, answer } of all) {
    if (isLongOver(lines, window.start)) continue;
    if (events.length >= maxEvents) throw new CalendarReadError("too_many_events");
    const relevant = lines.filter((line) => !/^(?:EXDATE|RDATE)[;:]/i.test(line) || !isBefore(line, window.start));
    const isLong = relevant.length > maxLines;
    const facts = isLong ? null : factsOf(relevant, zoneOf);
    const isLeftOut = answer === "declined" || (answer === "open" && !countsOpen);
    if (facts) events.push(isLeftOut ? { ...facts, isBusy: false } : facts);
    else remarks.leaveOut(isLong ? "long" : "damaged");
  }
  return events;
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

/** Yields the busy times of an event with its exceptions, those within the window. */
function* timesOf(group: EventFacts[], window: BusyInterval, budget: RepeatBudget): Generator<BusyInterval> {
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
      const instant = event.zone.instantOf(local);
      if (seen.has(instant) || replaced.has(instant) || isExcluded(event, local, instant)) continue;
      seen.add(instant);
      const change = changes.filter(({ replaces }) => replaces <= instant).at(-1);
      const interval = change ? changedInterval(change, local, instant) : intervalAt(event, local);
      if ((change ?? event).isBusy && overlaps(interval, window)) yield interval;
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
function changedInterval(change: LastingChange, local: ICAL.Time, instant: number): BusyInterval {
  const start = change.days > 0 ? local.clone() : change.zone.localOf(instant);
  start.adjust(0, 0, 0, change.shiftMs / 1000);
  return intervalAt(change, start);
}

type Repeating = { budget: RepeatBudget; changes: LastingChange[] };

function* localTimesOf(event: EventFacts, window: BusyInterval, { budget, changes }: Repeating): Generator<ICAL.Time> {
  if (event.rules.length === 0) yield event.start;
  yield* event.moreDates;
  const lengths = [event, ...changes].map(({ durationMs, days }) => Math.max(durationMs, days * 24 * 3_600_000));
  const shift = Math.max(0, ...changes.map(({ shiftMs }) => Math.abs(shiftMs)));
  const reach = Math.max(...lengths) + shift;
  const from = event.zone.localOf(window.start.getTime() - reach - spareMs);
  const until = event.zone.localOf(window.end.getTime() + shift + spareMs);
  for (const rule of event.rules) {
    for (const local of repeatsOf(rule, event.start, { from, until, budget })) {
      if (local.compare(from) >= 0) yield local;
    }
  }
}

const isExcluded = ({ withoutInstants, withoutDays }: EventFacts, local: ICAL.Time, instant: number) =>
  withoutInstants.has(instant) || (withoutDays.size > 0 && withoutDays.has(dayName(local)));

const dayName = ({ year, month, day }: ICAL.Time) => year * 10_000 + month * 100 + day;

function intervalAt({ zone, days, durationMs }: EventFacts, local: ICAL.Time): BusyInterval {
  const start = zone.instantOf(local);
  if (days === 0) {
    const { earlier, later } = zone.doubt ?? { earlier: 0, later: 0 };
    return { start: new Date(start - earlier), end: new Date(start + durationMs + later) };
  }
  const end = local.clone();
  end.day += days;
  return { start: new Date(start), end: new Date(zone.instantOf(end)) };
}

const overlaps = (one: BusyInterval, other: BusyInterval) =>
  one.start < one.end && one.start < other.end && other.start < one.end;

/** Returns the same time in as few intervals as it takes, in order. */
export function mergeIntervals(intervals: BusyInterval[]): BusyInterval[] {
  const merged: BusyInterval[] = [];
  for (const { start, end } of [...intervals].sort((a, b) => a.start.getTime() - b.start.getTime())) {
    const last = merged.at(-1);
    if (last && start <= last.end) {
      if (end > last.end) last.end = end;
    } else merged.push({ start, end });
  }
  return merged;
}

/** Returns whether a UID is that of an event of the site at a host: a session's or a booking's. */
function isOwnEvent(uid: string, siteHost: string): boolean {
  const [id = "", host, ...rest] = uid.split("@");
  return rest.length === 0 && host === siteHost && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:-\d+)?$/i.test(id);
}
