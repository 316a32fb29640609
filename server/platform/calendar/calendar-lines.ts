import { declines } from "./attendee";
import type { Slices } from "./slices";

/** The lines of one event or zone, unfolded, with those of its own parts left out of an event. */
export type CalendarPart = {
  kind: "VEVENT" | "VTIMEZONE";
  lines: string[];
  /** Whether the owner of the calendar has declined the invitation. */
  isDeclined: boolean;
};

type CalendarParts = { parts: CalendarPart[]; zone: string | null };

/** Why a file is no calendar that can be read. */
export class CalendarReadError extends Error {
  override name = "CalendarReadError";

  constructor(readonly reason: "no_calendar" | "too_many_events" | "too_many_repeats" | "too_many_zones") {
    super(`calendar not read: ${reason}`);
  }
}

/** What decides about when an event takes place and whether it counts. */
const wanted =
  /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|UID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i;

const longestLine = 20_000;
const maxPartLines = 2000;
const maxZones = 300;

/**
 * Returns the events and zones of a calendar, in slices; `owner` has the addresses of whose it is, in lower case. Throws a
 * CalendarReadError if it is none.
 */
export async function splitCalendar(text: string, slices: Slices, owner: string[]): Promise<CalendarParts> {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\b/i.test(text.slice(0, 200))) throw new CalendarReadError("no_calendar");
  const parts: CalendarPart[] = [];
  let zone: string | null = null;
  let zones = 0;
  let part: CalendarPart | null = null;
  /** How deep the line is within the part. */
  let depth = 0;
  for (const line of unfoldedLines(text)) {
    if (slices.isDue()) await slices.rest();
    const begin = /^BEGIN:(VEVENT|VTIMEZONE)$/i.exec(line)?.[1];
    if (!part) {
      if (begin) {
        part = { kind: begin.toUpperCase() === "VEVENT" ? "VEVENT" : "VTIMEZONE", lines: [], isDeclined: false };
        depth = 0;
      } else if (/^X-WR-TIMEZONE:/i.test(line)) zone = line.slice("X-WR-TIMEZONE:".length).trim();
      continue;
    }
    const isEnd = /^END:/i.test(line);
    if (isEnd && depth === 0) {
      if (part.kind === "VTIMEZONE" && ++zones > maxZones) throw new CalendarReadError("too_many_zones");
      parts.push(part);
      part = null;
      continue;
    }
    depth += /^BEGIN:/i.test(line) ? 1 : isEnd ? -1 : 0;
    if (depth === 0 && declines(line, owner)) part.isDeclined = true;
    const isKept = part.kind === "VTIMEZONE" || (depth === 0 && wanted.test(line));
    if (isKept && part.lines.length < maxPartLines) part.lines.push(line);
  }
  return { parts, zone };
}

/** A line that begins with a space continues the one before (RFC 5545, 3.1). */
function* unfoldedLines(text: string): Generator<string> {
  let current = "";
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    const stop = end === -1 ? text.length : end;
    const line = text.slice(start, text[stop - 1] === "\r" ? stop - 1 : stop);
    start = stop + 1;
    if (/^[ \t]/.test(line)) {
      if (current.length < longestLine) current += line.slice(1);
      continue;
    }
    if (current) yield current.slice(0, longestLine);
    current = line;
  }
  if (current) yield current.slice(0, longestLine);
}
