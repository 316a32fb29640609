/** When a cue is shown, in seconds. `isWebVtt`: whether browsers read the line as it is. */
export type CueTimes = { start: number; end: number; isWebVtt: boolean };

const longestLine = 500;

/** Editors turn the two dashes into a long one. */
const arrow = String.raw`[ \t]*(?:-{1,3}>|[–—]>|→)[ \t]*`;
/** "1:02:03.456", with a comma as in SubRip, and as short as programs write it. */
const time = String.raw`(?:(\d{1,4})[ ]?:[ ]?)?(\d{1,3})[ ]?:[ ]?(\d{1,2})(?:[ ]?[.,:;][ ]?(\d{1,9})(?:\.\d{1,20})?)?`;
const times = new RegExp(`^${time}${arrow}${time}(?![\\d:.,])`);

/** What a browser reads (WebVTT, 6.3): two digits of minutes and seconds, a point, and three digits. */
const strict = String.raw`(?:\d{2,}:|\d:)?[0-5]\d:[0-5]\d\.\d{3}`;
const strictTimes = new RegExp(String.raw`^${strict}[ \t]*-->[ \t]*${strict}(?:[ \t]|$)`);

/** Returns whether a line can only be meant as the times of a cue, or as one of them. */
export const looksLikeTimes = (line: string): boolean =>
  line.length <= longestLine &&
  (/^\s*-?\d+[ ]?:[ ]?\d[^<]*(?:-{1,3}>|[–—]>|→)/.test(line) ||
    /^\s*(?:\d+:)?\d\d:\d\d(?:[.,]\d{3}|(?<=:\d\d:\d\d))\s*$/.test(line));

/** Returns the times of a cue; null for a line that has none. */
export function cueTimesIn(line: string): CueTimes | null {
  const text = line.trim();
  const [, ...parts] = times.exec(text) ?? [];
  if (parts.length === 0) return null;
  return { start: secondsOf(parts.slice(0, 4)), end: secondsOf(parts.slice(4)), isWebVtt: strictTimes.test(text) };
}

function secondsOf([hours = "0", minutes = "0", seconds = "0", part = "0"]: (string | undefined)[]): number {
  const thousandths = Math.round(Number(`0.${part}`) * 1000);
  return ((Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + thousandths) / 1000;
}
