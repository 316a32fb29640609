import { type InvitationAnswer, answerIn, isOrganizedBy } from "./attendee";

/** The lines of one event or zone, unfolded, with those of its own parts left out of an event. */
export type CalendarPart = {
  kind: "VEVENT" | "VTIMEZONE";
  lines: string[];
  /** What the owner of the calendar has answered to the invitation; null if it is none. */
  answer: InvitationAnswer | null;
};

type CalendarParts = { parts: CalendarPart[]; zone: string | null };

type ReadFailure = "no_calendar" | "damaged" | "too_many_events" | "too_many_repeats" | "too_many_zones" | "too_costly";

/** Why a file is no calendar that can be read. */
export class CalendarReadError extends Error {
  override name = "CalendarReadError";

  constructor(readonly reason: ReadFailure) {
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
 * Returns the events and zones of a calendar; `owner` has the addresses of whose it is, in lower case. Throws a
 * CalendarReadError if it is none.
 */
export function splitCalendar(text: string, owner: string[]): CalendarParts {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\b/i.test(text.slice(0, 200))) throw new CalendarReadError("no_calendar");
  const parts: CalendarPart[] = [];
  let zone: string | null = null;
  let zones = 0;
  let part: CalendarPart | null = null;
  let isOwnEvent = false;
  /** How deep the line is within the part. */
  let depth = 0;
  for (const line of unfoldedLines(text)) {
    const begin = /^BEGIN:(VEVENT|VTIMEZONE)$/i.exec(line)?.[1];
    if (!part) {
      if (begin) {
        part = { kind: begin.toUpperCase() === "VEVENT" ? "VEVENT" : "VTIMEZONE", lines: [], answer: null };
        isOwnEvent = false;
        depth = 0;
      } else if (/^X-WR-TIMEZONE:/i.test(line)) zone = line.slice("X-WR-TIMEZONE:".length).trim();
      continue;
    }
    const isEnd = /^END:/i.test(line);
    if (isEnd && depth === 0) {
      if (part.kind === "VTIMEZONE" && ++zones > maxZones) throw new CalendarReadError("too_many_zones");
      parts.push(isOwnEvent && part.answer === "open" ? { ...part, answer: null } : part);
      part = null;
      continue;
    }
    depth += /^BEGIN:/i.test(line) ? 1 : isEnd ? -1 : 0;
    if (depth === 0) {
      part.answer = answerIn(line, owner) ?? part.answer;
      isOwnEvent ||= isOrganizedBy(line, owner);
    }
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
