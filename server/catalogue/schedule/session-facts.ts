import type { LiveSession } from "@db/schema";
import type { SessionFacts } from "@emails/parts/props";
import { displayStart, formatDuration, placeLabel } from "../../core/dates";
import type { Settings } from "../../core/env";

/** Returns the admin's page of a session, which unlike the public one exists for drafts, too. */
export const adminSessionUrl = ({ siteUrl }: Settings, { id }: Pick<LiveSession, "id">): string =>
  `${siteUrl}/admin/sessions/${id}`;

/** Returns what a mail says about a session, in the recipient's time zone. */
export function sessionFacts(session: LiveSession, settings: Settings, timeZone: string): SessionFacts {
  const start = displayStart(session, { settings, visitor: { timeZone } });
  const { day, month, year } = start;
  return {
    title: session.title,
    category: session.category,
    date: { day, month, year },
    when: {
      date: start.date,
      time: start.time,
      zone: start.zone,
      duration: formatDuration(session.durationMinutes),
    },
    where: whereLines(session),
    mapUrl: mapUrlOf(session),
  };
}

export function whereLines(session: LiveSession): string[] {
  if (session.locationType === "online") return ["Online"];
  const cityLine = [session.city, session.postCode].filter(Boolean).join(", ");
  const lines = [session.address, cityLine].filter((line): line is string => Boolean(line));
  return lines.length > 0 ? lines : [placeLabel(session)];
}

/** Returns the address of a map of a session's place; null for online sessions and unknown places. */
export function mapUrlOf({ locationType, address, city, postCode }: LiveSession): string | null {
  const place = [address, city, postCode].filter(Boolean).join(", ");
  if (locationType === "online" || !place) return null;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/** Splits a description into paragraphs, the first of which is the summary. */
export function splitDescription(description: string): { summary: string; paragraphs: string[] } {
  const [summary = "", ...paragraphs] = description
    .split(betweenParagraphs)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  return { summary, paragraphs };
}

const betweenParagraphs = /\n\s*\n/;

export function summaryOf(description: string): string {
  const text = description.trimStart();
  const end = text.search(betweenParagraphs);
  return (end < 0 ? text : text.slice(0, end)).replace(/\s+/g, " ").trim();
}

export function splitLines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*[-*•]\s+/, "").trim())
    .filter(Boolean);
}
