import ICAL from "ical.js";
import { type CalendarZone, type FindZone, wholeDay } from "./calendar-zones";

/** What of an event decides about busy times. Local times are those of its zone. */
export type EventFacts = {
  uid: string;
  zone: CalendarZone;
  start: ICAL.Time;
  /** How many whole days it takes; 0 for one with times. */
  days: number;
  durationMs: number;
  isBusy: boolean;
  rules: ICAL.Recur[];
  /** Dates beside the rules. */
  moreDates: ICAL.Time[];
  withoutInstants: Set<number>;
  /** Excluded days, as numbers such as 20261127. */
  withoutDays: Set<number>;
  /** The start of the repeat that it stands for, as an instant; null for the event itself. */
  replaces: number | null;
  /** Whether it stands for all later repeats, too. */
  isForFuture: boolean;
  /** How much later than the repeat that it stands for it begins, by the clock. */
  shiftMs: number;
};

const dayMs = 24 * 3_600_000;

/** Returns the facts of an event's lines; null if they are not those of an event. */
export function factsOf(lines: string[], zoneOf: FindZone): EventFacts | null {
  try {
    const parsed = ICAL.parse(["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n")) as unknown[];
    return readFacts(new ICAL.Component(parsed), zoneOf);
  } catch {
    return null;
  }
}

function readFacts(event: ICAL.Component, zoneOf: FindZone): EventFacts | null {
  const first = event.getFirstProperty("dtstart");
  const start = first && timesIn(first)[0];
  if (!first || !start) return null;
  const zone = zoneFor(first, start, zoneOf);
  const local = floating(start);
  const { days, durationMs } = lengthOf(event, { start, zone, zoneOf });
  const replaced = event.getFirstProperty("recurrence-id");
  const excluded = event.getAllProperties("exdate");
  return {
    uid: textOf(event, "uid"),
    zone,
    start: local,
    days,
    durationMs,
    isBusy: isBusy(event),
    rules: event.getAllProperties("rrule").map((property) => ruleOf(property, { local, zone })),
    moreDates: event.getAllProperties("rdate").flatMap((property) => localTimes(property, zone, zoneOf)),
    withoutInstants: new Set(
      excluded.flatMap((property) =>
        timesIn(property)
          .filter(({ isDate }) => !isDate || days > 0)
          .map((time) => instantOf(property, time, zoneOf)),
      ),
    ),
    withoutDays: new Set(
      excluded.flatMap((property) =>
        timesIn(property)
          .filter(({ isDate }) => isDate)
          .map(({ year, month, day }) => year * 10_000 + month * 100 + day),
      ),
    ),
    replaces: replaced ? replacedInstant(replaced, { days, zoneOf }) : null,
    isForFuture: String(replaced?.getParameter("range") ?? "").toUpperCase() === "THISANDFUTURE",
    shiftMs: wallMs(local) - wallMs((replaced && localTimes(replaced, zone, zoneOf)[0]) ?? local),
  };
}

const textOf = (event: ICAL.Component, name: string): string => String(event.getFirstPropertyValue(name) ?? "");

/** Tentative events count: a time that may be taken is not free. Outlook's own word is more exact than TRANSP. */
function isBusy(event: ICAL.Component): boolean {
  if (textOf(event, "status").toUpperCase() === "CANCELLED") return false;
  const outlook = textOf(event, "x-microsoft-cdo-busystatus").toUpperCase();
  if (outlook) return outlook !== "FREE" && outlook !== "WORKINGELSEWHERE";
  return textOf(event, "transp").toUpperCase() !== "TRANSPARENT";
}

/** Returns the times of a property; of periods, their starts. */
function timesIn(property: ICAL.Property): ICAL.Time[] {
  return property.getValues().flatMap((value: unknown) => {
    if (value instanceof ICAL.Time) return [value];
    return value instanceof ICAL.Period && value.start instanceof ICAL.Time ? [value.start] : [];
  });
}

const isUtc = (time: ICAL.Time) => time.zone === ICAL.Timezone.utcTimezone;

function zoneFor(property: ICAL.Property, time: ICAL.Time, zoneOf: FindZone): CalendarZone {
  const tzid: unknown = property.getParameter("tzid");
  if (time.isDate) return zoneOf(wholeDay);
  return zoneOf(isUtc(time) ? "Etc/UTC" : typeof tzid === "string" ? tzid : undefined);
}

const instantOf = (property: ICAL.Property, time: ICAL.Time, zoneOf: FindZone): number =>
  zoneFor(property, time, zoneOf).instantOf(time);

/** Returns the times of a property by the event's own clock. */
const localTimes = (property: ICAL.Property, zone: CalendarZone, zoneOf: FindZone): ICAL.Time[] =>
  timesIn(property).map((time) => (time.isDate ? floating(time) : zone.localOf(instantOf(property, time, zoneOf))));

const floating = ({ year, month, day, hour, minute, second }: ICAL.Time): ICAL.Time =>
  ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });

/** Returns a number by which local times can be compared. */
const wallMs = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

type Start = { start: ICAL.Time; zone: CalendarZone; zoneOf: FindZone };

function lengthOf(event: ICAL.Component, { start, zone, zoneOf }: Start): { days: number; durationMs: number } {
  const property = event.getFirstProperty("dtend");
  const end = property && timesIn(property)[0];
  const duration: unknown = event.getFirstPropertyValue("duration");
  const durationMs = duration instanceof ICAL.Duration ? Math.max(0, duration.toSeconds() * 1000) : 0;
  if (start.isDate) {
    const days = end ? (dayOf(end) - dayOf(start)) / dayMs : Math.round(durationMs / dayMs);
    // A whole day without an end is that day, as is one that ends when it begins.
    return { days: Math.max(1, Math.min(days, 3660)), durationMs: 0 };
  }
  if (!property || !end) return { days: 0, durationMs };
  const zoneOfEnd = zoneFor(property, end, zoneOf);
  const doubtMs = zoneOfEnd === zone ? 0 : (zoneOfEnd.doubt?.later ?? 0);
  return { days: 0, durationMs: Math.max(0, zoneOfEnd.instantOf(end) + doubtMs - zone.instantOf(start)) };
}

const dayOf = ({ year, month, day }: ICAL.Time) => Date.UTC(year, month - 1, day);

type LocalStart = { local: ICAL.Time; zone: CalendarZone };

/** Returns a rule whose end is a local time like its start: the library compares them without a zone. */
function ruleOf(property: ICAL.Property, { zone }: LocalStart): ICAL.Recur {
  const rule = property.getFirstValue() as ICAL.Recur;
  const until = rule.until;
  if (!until) return rule;
  if (until.isDate) {
    rule.until = ICAL.Time.fromData({ ...partsOf(until), hour: 23, minute: 59, second: 59, isDate: false });
  } else rule.until = isUtc(until) ? zone.localOf(wallMs(until)) : floating(until);
  return rule;
}

const partsOf = ({ year, month, day }: ICAL.Time) => ({ year, month, day });

function replacedInstant(property: ICAL.Property, { zoneOf }: { days: number; zoneOf: FindZone }): number | null {
  const [time] = timesIn(property);
  return time ? instantOf(property, time, zoneOf) : null;
}
