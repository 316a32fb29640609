import type { Booking, LiveSession } from "@db/schema";
import { joinLinkFor } from "./join-link";
import type { Settings } from "../core/env";
import { splitDescription, splitLines } from "./format-description";
import type { CalendarEvent } from "../calendar/write-calendar";
import { whereLines } from "./session-facts";

type SiteAddress = Pick<Settings, "siteUrl">;

/** A session as everybody may have it in a calendar: without the joining link. */
export function sessionEvent(session: LiveSession, settings: SiteAddress): CalendarEvent {
  return eventOf(session, settings, { id: session.id, isCancelled: session.cancelledAt !== null, joinUrl: null });
}

/** A booking as whoever made it has it in her calendar: one event for each booking, with the joining link. */
export function bookingEvent(booking: Booking, session: LiveSession, settings: SiteAddress): CalendarEvent {
  const isCancelled = session.cancelledAt !== null || booking.status === "cancelled";
  const event = eventOf(session, settings, { id: booking.id, isCancelled, joinUrl: joinLinkFor({ booking, session }) });
  return { ...event, stamp: latest([event.stamp, booking.createdAt, booking.completedAt, booking.cancelledAt]) };
}

type Particulars = { id: string; isCancelled: boolean; joinUrl: string | null };

function eventOf(
  session: LiveSession,
  { siteUrl }: SiteAddress,
  { id, isCancelled, joinUrl }: Particulars,
): CalendarEvent {
  const url = `${siteUrl}/sessions/${session.id}`;
  return {
    uid: `${id}@${new URL(siteUrl).hostname}`,
    // A cancellation outdoes whatever was said of the event before.
    sequence: session.calendarSequence + (isCancelled ? 1 : 0),
    start: session.startTime,
    end: endOf(session),
    stamp: latest([session.createdAt, session.rescheduledAt, session.cancelledAt]),
    title: session.title,
    description: describe(session, url, joinUrl),
    location: joinUrl ?? whereLines(session).join(", "),
    url,
    isCancelled,
  };
}

/** When a session is over. */
export const endOf = ({ startTime, durationMinutes }: Pick<LiveSession, "startTime" | "durationMinutes">) =>
  new Date(startTime.getTime() + durationMinutes * 60_000);

function describe(session: LiveSession, url: string, joinUrl: string | null): string {
  const bring = splitLines(session.whatToBring);
  return [
    ...(joinUrl ? [`Join the session: ${joinUrl}`] : []),
    splitDescription(session.description).summary,
    ...(bring.length > 0 ? [`What to bring:\n${bring.map((item) => `- ${item}`).join("\n")}`] : []),
    url,
  ].join("\n\n");
}

const latest = (instants: (Date | null)[]) => new Date(Math.max(...instants.map((instant) => instant?.getTime() ?? 0)));
