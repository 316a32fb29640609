import { luminance } from "../../core/accent";
import type { Look } from "../../core/site-settings";

/** Dark colours of CSS 3, as every accent is dark enough for text: RFC 7986 allows names only (5.9). */
const names: Record<string, string> = {
  black: "#000000",
  blue: "#0000ff",
  brown: "#a52a2a",
  darkblue: "#00008b",
  darkgreen: "#006400",
  darkmagenta: "#8b008b",
  darkolivegreen: "#556b2f",
  darkred: "#8b0000",
  darkslateblue: "#483d8b",
  darkslategray: "#2f4f4f",
  darkviolet: "#9400d3",
  dimgray: "#696969",
  firebrick: "#b22222",
  green: "#008000",
  indigo: "#4b0082",
  maroon: "#800000",
  mediumblue: "#0000cd",
  mediumvioletred: "#c71585",
  midnightblue: "#191970",
  navy: "#000080",
  olive: "#808000",
  purple: "#800080",
  saddlebrown: "#8b4513",
  seagreen: "#2e8b57",
  sienna: "#a0522d",
  teal: "#008080",
};

/** Adds the accent and the logo to a calendar (RFC 7986, 5.9 and 5.10). */
export function withLook(calendar: string, { accent, logo }: Pick<Look, "accent" | "logo">, siteUrl: string): string {
  const lines = [
    ...(accent ? [`COLOR:${nearestName(accent)}`, `X-APPLE-CALENDAR-COLOR:${accent.toUpperCase()}`] : []),
    ...(logo ? [`IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:${siteUrl}/media/logo`] : []),
  ];
  return calendar.replace("\r\nVERSION:2.0", (version) => [version, ...lines.map((line) => fold(line))].join("\r\n"));
}

export function nearestName(colour: string): string {
  const distances = Object.entries(names).map(([name, named]) => ({ name, distance: distanceOf(colour, named) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  return nearest?.name ?? "black";
}

/** Returns the distance of the channels and of the brightness, which is good enough to choose a name. */
function distanceOf(a: string, b: string): number {
  const channels = [1, 3, 5].map((start) => {
    const [here, there] = [a, b].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16) / 255);
    return ((here ?? 0) - (there ?? 0)) ** 2;
  });
  return channels.reduce((sum, part) => sum + part, (luminance(a) - luminance(b)) ** 2);
}

const maxOctets = 75;

/** A line of a calendar has 75 octets at most (RFC 5545, 3.1). Addresses are ASCII. */
const fold = (line: string, most = maxOctets): string =>
  line.length <= most ? line : `${line.slice(0, most)}\r\n ${fold(line.slice(most), maxOctets - 1)}`;
