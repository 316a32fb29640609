import { DateTime } from "luxon";

/** When and where a session is, as far as its display needs to know. */
export type Scheduled = { startTime: Date; locationType: "online" | "onsite" };

/** The two zones there are: the visitor's own, and the one where the rooms are. */
export type Zones = { settings: { siteTimeZone: string }; visitor: { timeZone: string } };

/** A start as pages and mails print it: "1", "Dec", "December", "2026", "Tuesday", "7:30 PM", "GMT". */
export type DisplayedStart = {
  day: string;
  month: string;
  monthLong: string;
  year: string;
  weekday: string;
  time: string;
  zone: string;
  /** With its offset, for machines: "2026-12-01T19:30:00+00:00". */
  iso: string;
};

type Place = {
  locationType: "online" | "onsite";
  location: string | null;
  city: string | null;
  postCode: string | null;
};

/** A session's start in the zone in which it is shown: the visitor's when online, the site's when on-site. */
export function displayStart({ startTime, locationType }: Scheduled, zones: Zones): Readonly<DisplayedStart> {
  const zone = locationType === "online" ? zones.visitor.timeZone : zones.settings.siteTimeZone;
  const key = `${startTime.getTime()} ${zone}`;
  const start = knownStarts.get(key) ?? formatStart(startTime, zone);
  if (knownStarts.size >= mostKnownStarts) knownStarts.clear();
  knownStarts.set(key, start);
  return start;
}

/** By instant and zone: a list prints dozens of starts, the same ones for every visitor. */
const knownStarts = new Map<string, Readonly<DisplayedStart>>();
const mostKnownStarts = 5000;

/** Throws on a zone that is none: settings and the visitor's cookie are checked where they come in. */
function formatStart(instant: Date, zone: string): DisplayedStart {
  const start = inZone(instant, zone);
  if (!start.isValid) throw new Error(`no such time in ${zone}: ${start.invalidExplanation}`);
  const [day, month, monthLong, year, weekday, time] = start
    .toFormat("d|LLL|LLLL|yyyy|cccc|h:mm a")
    .split("|") as Parts;
  const iso = start.toISO({ suppressMilliseconds: true }) ?? instant.toISOString();
  return { day, month, monthLong, year, weekday, time, zone: shortZoneName(start), iso };
}
type Parts = [day: string, month: string, monthLong: string, year: string, weekday: string, time: string];

/** "Tuesday, December 1, 2026, 7:30 PM GMT" */
export const printInstant = (instant: Date, timeZone: string): string => longStartOf(formatStart(instant, timeZone));

/** "1h 30min", "45min", "2h". */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours}h`, (rest > 0 || hours === 0) && `${rest}min`].filter(Boolean).join(" ");
}

/** "Online", else the first that is known of: city with post code, city, post code, location; else "On-site". */
export function placeLabel({ locationType, location, city, postCode }: Place): string {
  if (locationType === "online") return "Online";
  return [city, postCode].filter(Boolean).join(", ") || location || "On-site";
}

/** As cards say it: "Online Session", the location's own text, else its address, else "On-site Session". */
export function locationText({ locationType, location, address, city, postCode }: Place & { address: string | null }) {
  if (locationType === "online") return "Online Session";
  return location || [address, city, postCode].filter(Boolean).join(", ") || "On-site Session";
}

/**
 * One sentence that names the zone or zones of a list's times, or null for an empty list. A list that runs over a
 * clock change has two names for one zone.
 */
export function describeZones(sessions: Scheduled[], zones: Zones): string | null {
  const namesOf = (kind: Scheduled["locationType"]) => [
    ...new Set(
      sessions.filter((session) => session.locationType === kind).map((session) => zoneNameOf(session, zones)),
    ),
  ];
  const [online, onsite] = [namesOf("online"), namesOf("onsite")];
  const all = [...new Set([...online, ...onsite])];
  if (all.length === 0) return null;
  const isOneZone =
    online.length === 0 || onsite.length === 0 || zones.visitor.timeZone === zones.settings.siteTimeZone;
  if (isOneZone || all.length === 1) return `Times are in ${inWords(all)}.`;
  return `Times are in ${inWords(online)} for online sessions, in ${inWords(onsite)} for sessions in person.`;
}

const inWords = ([first, ...later]: string[]) =>
  later.length === 0 ? first : `${first} (${later.join(", ")} after the clock change)`;

const zoneNameOf = (session: Scheduled, zones: Zones) => displayStart(session, zones).zone;

/** Each kind of English has short names for its own part of the world only, and bare offsets for all others. */
const namingLocales = ["en-GB", "en-US", "en-AU", "en-IN"];
/** By zone and offset: asking for a name costs ten times as much as all the rest of a start. */
const knownZoneNames = new Map<string, string>();

/** "GMT", "BST", "CEST", "EST"; "GMT+9" where English has no short name. */
function shortZoneName(start: DateTime): string {
  const key = `${start.zoneName} ${start.offset}`;
  const known = knownZoneNames.get(key);
  if (known !== undefined) return known;
  const names = namingLocales.map((locale) => start.setLocale(locale).offsetNameShort ?? "");
  const name = names.find((candidate) => candidate !== "" && !/^GMT[+-]/.test(candidate)) ?? names[0] ?? "";
  knownZoneNames.set(key, name);
  return name;
}

/** "December 1, 2026" */
export const dateOf = ({ monthLong, day, year }: DisplayedStart): string => `${monthLong} ${day}, ${year}`;

/** "Tuesday, December 1, 2026" */
export const weekdayDateOf = (start: DisplayedStart): string => `${start.weekday}, ${dateOf(start)}`;

/** "Tuesday, December 1, 2026, 7:30 PM GMT" */
export const longStartOf = (start: DisplayedStart): string => `${weekdayDateOf(start)}, ${start.time} ${start.zone}`;

/** "Nov 21, 2026" */
export const dayOf = (instant: Date, zone: string): string => inZone(instant, zone).toFormat("LLL d, yyyy");

/** "November 21, 2026" */
export const longDay = (instant: Date, zone: string): string => inZone(instant, zone).toFormat("LLLL d, yyyy");

/** "Nov 21, 9:05 AM" */
export const timeThisYear = (instant: Date, zone: string): string => inZone(instant, zone).toFormat("LLL d, h:mm a");

/** "Nov 21, 2026, 9:05 AM" */
export const timeIn = (instant: Date, zone: string): string => inZone(instant, zone).toFormat("LLL d, yyyy, h:mm a");

/** "December 1, 2026 at 7:30 PM". */
export const shortMoment = (instant: Date, zone: string): string =>
  inZone(instant, zone).toFormat("LLLL d, yyyy 'at' h:mm a");

/** "Tuesday, December 1, 2026 at 7:30 PM GMT". */
export const longMoment = (instant: Date, zone: string): string =>
  inZone(instant, zone).toFormat("cccc, LLLL d, yyyy 'at' h:mm a ZZZZ");

/** Returns the instant so many minutes later. */
export const minutesAfter = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

const inZone = (instant: Date, zone: string) => DateTime.fromJSDate(instant, { zone }).setLocale("en-US");

/** The zone by its usual name; null for what is none. */
export function knownTimeZone(zone: string | undefined): string | null {
  if (!zone || !/^[A-Za-z0-9_+/-]{1,64}$/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Every zone that can be chosen, by its name: "Europe/London". */
export const timeZones: readonly string[] = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();

/** Whether it names a zone; one that an older or newer list of them has counts, too. */
export const isTimeZone = (zone: string): boolean => knownTimeZone(zone) !== null;
