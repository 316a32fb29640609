import ICAL from "ical.js";
import { DateTime, Info } from "luxon";
import type { CalendarPart } from "./calendar-lines";
import { ianaNameOf } from "./zone-names";

/** Converts local times of one zone to instants. */
export type CalendarZone = {
  instantOf(local: ICAL.Time): number;
  /** Returns the local time of an instant, without a zone. */
  localOf(instant: number): ICAL.Time;
  /** How much earlier and later than said a time may be meant, in milliseconds, where the zone is not known. */
  doubt: { name: string; earlier: number; later: number } | null;
};

/** Returns the zone of a TZID; undefined stands for times without one, and "day" for whole days. */
export type FindZone = (tzid: string | undefined) => CalendarZone;

/** What stands for a whole day's zone: it is the site's, also where the calendar's own is not known. */
export const wholeDay = " day";

/** Returns the zones of a calendar; `fallback` is an IANA name. */
export function zonesOf(definitions: CalendarPart[], calendarZone: string | null, fallback: string): FindZone {
  const byName = new Map<string, string[]>();
  for (const { lines } of definitions) {
    const name = valueOf(lines, "TZID");
    if (name) byName.set(name, lines);
  }
  const own = ianaNameOf(calendarZone ?? "");
  const found = new Map<string, CalendarZone>([[wholeDay, ianaZone(own ?? fallback)]]);
  const find = (tzid: string): CalendarZone => {
    const iana = ianaNameOf(tzid);
    const lines = byName.get(tzid) ?? [];
    return iana ? ianaZone(iana) : (definedZone(lines) ?? unknownZone(tzid, lines));
  };
  return (tzid) => {
    const name = tzid ?? (calendarZone || fallback);
    const zone = found.get(name) ?? find(name);
    found.set(name, zone);
    return zone;
  };
}

const valueOf = (lines: string[], name: string) =>
  lines.find((line) => new RegExp(`^${name}[;:]`, "i").test(line))?.replace(/^[^:]*:/, "");

const hourMs = 3_600_000;
const widest = { earlier: 14 * hourMs, later: 12 * hourMs };

/** Returns a zone that may be any of the world's, or have any of the offsets that its description names. */
function unknownZone(name: string, lines: string[]): CalendarZone {
  const offsets = lines.flatMap((line) => {
    const [, sign, hours, minutes] = /^TZOFFSET(?:FROM|TO):([+-])(\d\d)(\d\d)/i.exec(line) ?? [];
    return sign ? [(sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000] : [];
  });
  const isNamed = offsets.length > 0 && offsets.every((offset) => Math.abs(offset) <= widest.earlier);
  const reach = isNamed ? { earlier: Math.max(...offsets), later: -Math.min(...offsets) } : widest;
  return { ...utc, doubt: { name, ...reach } };
}

function ianaZone(name: string): CalendarZone {
  if (name === "Etc/UTC") return utc;
  const zone = Info.normalizeZone(name);
  return {
    instantOf: ({ year, month, day, hour, minute, second }) =>
      DateTime.fromObject({ year, month, day, hour, minute, second: Math.min(second, 59) }, { zone }).toMillis(),
    localOf: (instant) => timeOf(DateTime.fromMillis(instant, { zone })),
    doubt: null,
  };
}

const utc: CalendarZone = {
  instantOf: (local) => utcOf(local),
  localOf: (instant) => timeOf(DateTime.fromMillis(instant, { zone: "utc" })),
  doubt: null,
};

const timeOf = ({ year, month, day, hour, minute, second }: DateTime) =>
  ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });

/** Rules of a zone as programs write them; any other could repeat without end. */
const plainRule =
  /^RRULE:(?:(?:FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=-?\d?[A-Z]{2}|WKST=[A-Z]{2}|UNTIL=[\dTZ]+|BY(?:HOUR|MINUTE|SECOND)=\d{1,2}|BYMONTHDAY=-?\d{1,2}(?:,-?\d{1,2}){0,30})(?:;|$))+$/i;
const maxZoneLines = 400;

/** Returns the zone that a calendar itself describes; null if it can't be used. */
function definedZone(lines: string[]): CalendarZone | null {
  if (lines.length === 0) return null;
  const named = ianaNameOf(valueOf(lines, "X-LIC-LOCATION") ?? "");
  if (named) return ianaZone(named);
  const rules = lines.filter((line) => /^RRULE[;:]/i.test(line));
  if (lines.length > maxZoneLines || lines.join("").length > 40_000 || !rules.every((rule) => plainRule.test(rule)))
    return null;
  try {
    const text = ["BEGIN:VTIMEZONE", ...lines, "END:VTIMEZONE"].join("\r\n");
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text) as unknown[]));
    const offsetOf = (local: ICAL.Time) => zone.utcOffset(local) * 1000;
    return {
      instantOf: (local) => utcOf(local) - offsetOf(local),
      localOf: (instant) => {
        const asUtc = timeOf(DateTime.fromMillis(instant, { zone: "utc" }));
        return timeOf(DateTime.fromMillis(instant + offsetOf(asUtc), { zone: "utc" }));
      },
      doubt: null,
    };
  } catch {
    return null;
  }
}

const utcOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);
