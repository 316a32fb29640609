import { DateTime, IANAZone } from "luxon";
import { windowsZones } from "./windows-zones";

const longestName = 200;

/** Returns the IANA's name of a zone as programs write it, or "UTC+2"; null for one that is not known. */
export function ianaNameOf(tzid: string): string | null {
  if (tzid.length > longestName) return null;
  const name = tzid.trim().replace(/^"(.*)"$/, "$1");
  return windowsNameOf(name) ?? pathNameOf(name) ?? offsetNameOf(name) ?? displayNameOf(name);
}

/** Outlook numbers the copies of a zone whose rules have changed: "W. Europe Standard Time 1". */
const windowsNameOf = (name: string): string | null =>
  windowsNames.get(name.replace(/ \d{1,3}$/, "").toLowerCase()) ?? null;

const windowsNames = new Map(Object.entries(windowsZones).map(([name, iana]) => [name.toLowerCase(), iana]));

/** Some programs write the path of their own list before the name. */
function pathNameOf(name: string): string | null {
  const segments = name.split("/");
  for (let first = 0; first < Math.min(segments.length, 10); first += 1) {
    const part = segments.slice(first).join("/");
    // Names such as "EST" inside a path are none that were meant.
    const isMeant = first === 0 || part.includes("/") || /^(?:UTC|GMT|Z)$/i.test(part);
    if (isMeant && IANAZone.isValidZone(part)) return part;
  }
  return null;
}

const offset = String.raw`(?:UTC|GMT)\s*(?:([+\-−])\s*(\d{1,2})(?:[:.]?(\d{2}))?)?`;

/** "GMT+0200" is the same all year. */
function offsetNameOf(name: string): string | null {
  const [, sign, hours = "0", minutes = "00"] = new RegExp(`^${offset}$`, "i").exec(name) ?? [];
  if (sign === undefined) return null;
  const isReal = Number(hours) <= 14 && Number(minutes) < 60;
  return isReal ? `UTC${sign === "+" ? "+" : "-"}${Number(hours)}:${minutes}` : null;
}

/** "(UTC-05:00) Eastern Time (US & Canada)", as Exchange shows a zone, and "(UTC+01:00) Amsterdam, Berlin, Bern". */
function displayNameOf(name: string): string | null {
  const [, sign, hours = "0", minutes = "00", places = ""] =
    new RegExp(`^\\(${offset}\\)\\s*(.+)$`, "i").exec(name) ?? [];
  const winter = (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  const [time = ""] = places.split("(");
  const named = windowsNameOf(time.trim().replace(/ Time$/i, " Standard Time"));
  const cities = places.split(/[,/:]/).map((city) => city.trim().replaceAll(" ", "_").toLowerCase());
  const candidates = [named, ...cities.map((city) => zoneOfCity(city))];
  return candidates.find((zone) => zone !== null && hasOffset(zone, winter)) ?? null;
}

const zonesOfCities = new Map<string, string>();

function zoneOfCity(city: string): string | null {
  if (zonesOfCities.size === 0)
    for (const zone of Intl.supportedValuesOf("timeZone"))
      zonesOfCities.set(zone.slice(zone.lastIndexOf("/") + 1).toLowerCase(), zone);
  return zonesOfCities.get(city) ?? null;
}

/** Returns whether a zone has an offset, in minutes, in winter or in summer. */
const hasOffset = (zone: string, minutes: number): boolean =>
  [1, 7].some((month) => DateTime.fromObject({ year: 2026, month, day: 1 }, { zone }).offset === minutes);
