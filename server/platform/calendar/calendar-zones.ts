import ICAL from "ical.js";
import { DateTime, IANAZone } from "luxon";
import type { CalendarPart } from "./calendar-lines";
import { windowsZones } from "./windows-zones";

/** Converts local times of one zone to instants. */
export type CalendarZone = {
  instantOf(local: ICAL.Time): number;
  /** Returns the local time of an instant, without a zone. */
  localOf(instant: number): ICAL.Time;
};

/** Returns the zone of a TZID; undefined stands for times without one. */
export type FindZone = (tzid: string | undefined) => CalendarZone;

/** Returns the zones of a calendar; `fallback` is an IANA name. */
export function zonesOf(definitions: CalendarPart[], calendarZone: string | null, fallback: string): FindZone {
  const byName = new Map<string, () => CalendarZone>();
  const local = ianaZone(ianaNameOf(calendarZone ?? "") ?? fallback);
  for (const { lines } of definitions) {
    const name = valueOf(lines, "TZID");
    if (name) byName.set(name, () => definedZone(lines) ?? local);
  }
  const found = new Map<string, CalendarZone>();
  return (tzid) => {
    if (tzid === undefined) return local;
    const known = found.get(tzid);
    if (known) return known;
    const iana = ianaNameOf(tzid);
    const zone = iana ? ianaZone(iana) : (byName.get(tzid)?.() ?? local);
    found.set(tzid, zone);
    return zone;
  };
}

/** Returns the IANA's name of a zone that is named as by Windows, or behind the path of a program's own list. */
function ianaNameOf(tzid: string): string | null {
  const windows = windowsZones[tzid];
  if (windows) return windows;
  const segments = tzid.split("/");
  for (let first = 0; first < segments.length; first += 1) {
    const name = segments.slice(first).join("/");
    // Names such as "EST" inside a path are none that were meant.
    if ((first === 0 || name.includes("/")) && IANAZone.isValidZone(name)) return name;
  }
  return null;
}

const valueOf = (lines: string[], name: string) =>
  lines.find((line) => new RegExp(`^${name}[;:]`, "i").test(line))?.replace(/^[^:]*:/, "");

function ianaZone(name: string): CalendarZone {
  if (name === "Etc/UTC") return utc;
  const zone = IANAZone.create(name);
  return {
    instantOf: ({ year, month, day, hour, minute, second }) =>
      DateTime.fromObject({ year, month, day, hour, minute, second: Math.min(second, 59) }, { zone }).toMillis(),
    localOf: (instant) => timeOf(DateTime.fromMillis(instant, { zone })),
  };
}

const utc: CalendarZone = {
  instantOf: (local) => utcOf(local),
  localOf: (instant) => timeOf(DateTime.fromMillis(instant, { zone: "utc" })),
};

const timeOf = ({ year, month, day, hour, minute, second }: DateTime) =>
  ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });

/** Rules of a zone as programs write them; any other could repeat without end. */
const plainRule =
  /^RRULE:(?:(?:FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=-?\d?[A-Z]{2}|WKST=[A-Z]{2}|UNTIL=[\dTZ]+)(?:;|$))+$/i;
const maxZoneLines = 400;

/** Returns the zone that a calendar itself describes; null if it can't be used. */
function definedZone(lines: string[]): CalendarZone | null {
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
    };
  } catch {
    return null;
  }
}

const utcOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);
