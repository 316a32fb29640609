import { DateTime } from "luxon";

export type ScheduledSession = { startTime: Date; locationType: "online" | "onsite"; durationMinutes?: number };

export type Zones = { settings: { siteTimeZone: string }; visitor: { timeZone: string } };

export type DisplayedStart = {
  day: string;
  month: string;
  monthLong: string;
  year: string;
  weekday: string;
  weekdayShort: string;
  time: string;
  zone: string;
  iso: string;
  /** A date such as "Thursday, November 26, 2026". */
  date: string;
  /** A date such as "Thu, Nov 26, 2026". */
  mediumDate: string;
  /** A date such as "Thu 26 Nov". */
  shortDate: string;
  /** "7:30 PM to 9:00 PM GMT"; without the end where the duration is unknown. */
  hours: string;
};

type SessionLocation = {
  locationType: "online" | "onsite";
  location: string | null;
  city: string | null;
  postCode: string | null;
};

/** Formats every date that people read: of online sessions in the visitor's zone, of others in the site's. */
export function displayStart(scheduled: ScheduledSession, zones: Zones): Readonly<DisplayedStart> {
  const { startTime, locationType, durationMinutes = 0 } = scheduled;
  const zone = locationType === "online" ? zones.visitor.timeZone : zones.settings.siteTimeZone;
  const key = `${startTime.getTime()} ${durationMinutes} ${zone}`;
  const start = knownStarts.get(key) ?? formatStart(startTime, zone, durationMinutes);
  if (knownStarts.size >= maxKnownStarts) knownStarts.clear();
  knownStarts.set(key, start);
  return start;
}

/** Without it, a schedule of fifty sessions would spend its time on formatting dates. */
const knownStarts = new Map<string, Readonly<DisplayedStart>>();
const maxKnownStarts = 5000;

function formatStart(instant: Date, zoneName: string, durationMinutes = 0): DisplayedStart {
  const start = inZone(instant, zoneName);
  if (!start.isValid) throw new Error(`no such time in ${zoneName}: ${start.invalidExplanation}`);
  const [day, month, monthLong, year, weekday, weekdayShort, time] = start
    .toFormat("d|LLL|LLLL|yyyy|cccc|ccc|h:mm a")
    .split("|") as Parts;
  const zone = shortZoneName(start);
  const iso = start.toISO({ suppressMilliseconds: true }) ?? instant.toISOString();
  const hours = hoursOf(start, start.plus({ minutes: durationMinutes }));
  return {
    day,
    month,
    monthLong,
    year,
    weekday,
    weekdayShort,
    date: `${weekday}, ${monthLong} ${day}, ${year}`,
    mediumDate: `${weekdayShort}, ${month} ${day}, ${year}`,
    shortDate: `${weekdayShort} ${day} ${month}`,
    time,
    zone,
    hours,
    iso,
  };
}
type Parts = [string, string, string, string, string, string, string];

/** Names the zone twice only where the clocks change in between. */
function hoursOf(start: DateTime, end: DateTime): string {
  const [from, until] = [start, end].map((at) => ({ time: at.toFormat("h:mm a"), zone: shortZoneName(at) }));
  if (!from || !until || +start === +end) return `${from?.time} ${from?.zone}`;
  return `${from.time}${from.zone === until.zone ? "" : ` ${from.zone}`} to ${until.time} ${until.zone}`;
}

export const printInstant = (instant: Date, timeZone: string): string => longStartOf(formatStart(instant, timeZone));

export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours}h`, (rest > 0 || hours === 0) && `${rest}min`].filter(Boolean).join(" ");
}

export const unknownPlace = "On-site";

export function placeLabel({ locationType, location, city, postCode }: SessionLocation): string {
  if (locationType === "online") return "Online";
  return [city, postCode].filter(Boolean).join(", ") || location || unknownPlace;
}

/** Returns where a session takes place. Unlike placeLabel, prefers the location's own text to its address. */
export function locationText({
  locationType,
  location,
  address,
  city,
  postCode,
}: SessionLocation & { address: string | null }) {
  if (locationType === "online") return "Online Session";
  const named = location === unknownPlace ? null : location;
  return named || [address, city, postCode].filter(Boolean).join(", ") || "On-site Session";
}

/**
 * Returns the zones' names, or null for an empty list. Across a clock change one zone has two names; with `now` the
 * present one comes first.
 */
export function describeZones(sessions: ScheduledSession[], zones: Zones, now?: Date): string | null {
  const namesOf = (locationType: ScheduledSession["locationType"]) => {
    const starts = sessions.filter((session) => session.locationType === locationType);
    const present = now && starts.length > 0 ? [{ startTime: now, locationType }] : [];
    return [...new Set([...present, ...starts].map((session) => zoneNameOf(session, zones)))];
  };
  const [online, onsite] = [namesOf("online"), namesOf("onsite")];
  const all = [...new Set([...online, ...onsite])];
  if (all.length === 0) return null;
  const isPartlyPast = now !== undefined && sessions.some(({ startTime }) => startTime < now);
  const change = isPartlyPast ? "for dates across the clock change" : "after the clock change";
  const inWords = ([first, ...others]: string[]) =>
    others.length === 0 ? first : `${first} (${others.join(", ")} ${change})`;
  const isOneZone =
    online.length === 0 || onsite.length === 0 || zones.visitor.timeZone === zones.settings.siteTimeZone;
  if (isOneZone || all.length === 1) return `Times are in ${inWords(all)}.`;
  return `Times are in ${inWords(online)} for online sessions, in ${inWords(onsite)} for sessions in person.`;
}

const zoneNameOf = (session: ScheduledSession, zones: Zones) => displayStart(session, zones).zone;

/** Each English locale has short names for its own region only. */
const namingLocales = ["en-GB", "en-US", "en-AU", "en-IN"];
/** Without it, each new start would ask four locales. */
const knownZoneNames = new Map<string, string>();

function shortZoneName(start: DateTime): string {
  const key = `${start.zoneName} ${start.offset}`;
  const known = knownZoneNames.get(key);
  if (known !== undefined) return known;
  const names = namingLocales.map((locale) => start.setLocale(locale).offsetNameShort ?? "");
  const name = names.find((candidate) => candidate !== "" && !/^GMT[+-]/.test(candidate)) ?? names[0] ?? "";
  knownZoneNames.set(key, name);
  return name;
}

export const longStartOf = ({ date, time, zone }: DisplayedStart): string => `${date}, ${time} ${zone}`;

/** Every date that people read names its weekday. */
const patterns = { day: "ccc, LLL d, yyyy", longDay: "cccc, LLLL d, yyyy" };

const print = (instant: Date, zone: string, pattern: string): string => inZone(instant, zone).toFormat(pattern);

export const dayOf = (instant: Date, zone: string): string => print(instant, zone, patterns.day);

export const longDay = (instant: Date, zone: string): string => print(instant, zone, patterns.longDay);

export const timeThisYear = (instant: Date, zone: string): string => print(instant, zone, "ccc, LLL d, h:mm a");

export const timeIn = (instant: Date, zone: string): string => print(instant, zone, `${patterns.day}, h:mm a`);

export const shortMoment = (instant: Date, zone: string): string =>
  print(instant, zone, `${patterns.longDay} 'at' h:mm a`);

export const longMoment = (instant: Date, zone: string): string =>
  print(instant, zone, `${patterns.longDay} 'at' h:mm a ZZZZ`);

export const minutesAfter = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

const inZone = (instant: Date, zone: string) => DateTime.fromJSDate(instant, { zone }).setLocale("en-US");

export function knownTimeZone(zone: string | undefined): string | null {
  if (!zone || !/^[A-Za-z0-9_+/-]{1,64}$/.test(zone)) return null;
  const known = knownZones.get(zone) ?? findTimeZone(zone);
  if (knownZones.size >= maxKnownZones) knownZones.clear();
  knownZones.set(zone, known);
  return known || null;
}

/**
 * The zones that visitors' cookies name; empty for what is no zone. A formatter takes longer than all else that a
 * cookie needs.
 */
const knownZones = new Map<string, string>();
const maxKnownZones = 1000;

function findTimeZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "";
  }
}

export const timeZones: readonly string[] = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();

export const isTimeZone = (zone: string): boolean => knownTimeZone(zone) !== null;
