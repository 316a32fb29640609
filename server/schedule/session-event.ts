import type { Queryable } from "@db/client";
import type { Booking, LiveSession, MailAttachment } from "@db/schema";
import { type CalendarEvent, writeEventFile } from "../calendar/calendar-file";
import { addressIn } from "../core/email-address";
import type { Settings } from "../core/env";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { splitDescription, splitLines } from "./format-description";
import { joinLinkFor } from "./session-links";
import { whereLines } from "./session-facts";
import { minutesAfter } from "../core/dates";

type SiteAddress = Pick<Settings, "siteUrl">;

export function sessionEvent(session: LiveSession, settings: SiteAddress): CalendarEvent {
  return eventOf(session, settings, { id: session.id, isCancelled: session.cancelledAt !== null, joinUrl: null });
}

export function bookingEvent(booking: Booking, session: LiveSession, settings: SiteAddress): CalendarEvent {
  const isCancelled = session.cancelledAt !== null || booking.status === "cancelled";
  const event = eventOf(session, settings, { id: booking.id, isCancelled, joinUrl: joinLinkFor({ booking, session }) });
  return { ...event, stamp: latest([event.stamp, booking.createdAt, booking.completedAt, booking.cancelledAt]) };
}

type EventIdentity = { id: string; isCancelled: boolean; joinUrl: string | null };

function eventOf(
  session: LiveSession,
  { siteUrl }: SiteAddress,
  { id, isCancelled, joinUrl }: EventIdentity,
): CalendarEvent {
  const url = `${siteUrl}/sessions/${session.id}`;
  return {
    uid: `${id}@${new URL(siteUrl).hostname}`,
    // A cancellation must exceed every earlier SEQUENCE.
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

export const endOf = ({ startTime, durationMinutes }: Pick<LiveSession, "startTime" | "durationMinutes">) =>
  minutesAfter(startTime, durationMinutes);

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

type CalendarServices = Pick<Services, "settings" | "clock">;
type Booked = { booking: Booking; session: LiveSession };

export const calendarFilename = "session.ics";

export async function eventFile(
  { db, settings, clock }: CalendarServices & { db: Queryable },
  event: CalendarEvent,
  method: "publish" | "cancel" = "publish",
): Promise<string> {
  const { name } = await readSiteSettings({ db, settings });
  const organizer = { name, email: addressIn(settings.mailFrom) };
  return writeEventFile({ ...event, stamp: clock.now() }, method, organizer);
}

/** Publishes or cancels the event (RFC 5546, 4.1): a request would ask for a reply, which changes nothing here. */
export async function calendarAttachment(
  db: Queryable,
  services: CalendarServices,
  { booking, session }: Booked,
): Promise<MailAttachment> {
  const event = bookingEvent(booking, session, services.settings);
  const method = event.isCancelled ? "cancel" : "publish";
  return {
    filename: calendarFilename,
    contentType: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
    content: await eventFile({ ...services, db }, event, method),
  };
}
