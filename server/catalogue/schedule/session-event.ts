import type { Queryable } from "@db/client";
import { type Booking, type Payer, type LiveSession, liveSessions, type MailAttachment } from "@db/schema";
import { and, asc, gt } from "drizzle-orm";
import {
  type CalendarEvent,
  type CalendarFeed,
  type CalendarFile,
  daysBefore,
  maxEvents,
  rememberedDays,
  writeEventFile,
  writeEventsFile,
  writeFeed,
} from "../../platform/calendar/calendar-file";
import { withLook } from "../../platform/calendar/calendar-look";
import { minutesAfter } from "../../core/dates";
import { keepForMinute } from "../../core/kept-content";
import { versionTag } from "../../core/version-tag";
import { addressIn } from "../../core/email-address";
import type { Settings } from "../../core/env";
import { bookingPath, sessionPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { requireSession } from "./find-session";
import { isListed } from "./where-upcoming";
import { joinUrlFor } from "./join-links";
import { splitDescription, splitLines, whereLines } from "./session-facts";

type SiteAddress = Pick<Settings, "siteUrl">;

/** Returns the event of a session for everyone, without the joining link. */
export function sessionEvent(session: LiveSession, settings: SiteAddress): CalendarEvent {
  return eventOf(session, settings, { id: session.id, isCancelled: session.cancelledAt !== null, joinUrl: null });
}

/** A booking, whose payer is of no account here. */
type EventOfBooking = Omit<Booking, keyof Payer>;

export function bookingEvent(booking: EventOfBooking, session: LiveSession, settings: SiteAddress): CalendarEvent {
  const isCancelled = session.cancelledAt !== null || booking.status === "cancelled";
  const event = eventOf(session, settings, {
    id: eventIdOf(booking),
    isCancelled,
    joinUrl: joinUrlFor({ booking, session }, settings),
  });
  const description = booking.quantity > 1 ? `${booking.quantity} tickets\n\n${event.description}` : event.description;
  return {
    ...event,
    description,
    stamp: latest([event.stamp, booking.createdAt, booking.completedAt, booking.movedAt, booking.cancelledAt]),
  };
}

/** Returns the UID of the event of a session or a booking. */
export const uidOf = (id: string, { siteUrl }: SiteAddress): string => `${id}@${new URL(siteUrl).hostname}`;

/** After a move it is a new event, as the old one is cancelled for good. */
const eventIdOf = ({ id, movedAt }: Pick<Booking, "id" | "movedAt">): string =>
  movedAt ? `${id}-${movedAt.getTime()}` : id;

type EventIdentity = { id: string; isCancelled: boolean; joinUrl: string | null };

function eventOf(
  session: LiveSession,
  { siteUrl }: SiteAddress,
  { id, isCancelled, joinUrl }: EventIdentity,
): CalendarEvent {
  const url = siteUrl + sessionPath(session);
  return {
    uid: uidOf(id, { siteUrl }),
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
type BookedSession = { booking: Booking; session: LiveSession };

export const calendarFilename = "session.ics";

export async function eventFile(
  { db, settings, clock }: CalendarServices & { db: Queryable },
  event: CalendarEvent,
  method: "publish" | "cancel" = "publish",
): Promise<string> {
  const { name, look } = await readSiteSettings({ db, settings });
  const organizer = { name, email: addressIn(settings.mailFrom) };
  return withLook(writeEventFile({ ...event, stamp: clock.now() }, method, organizer), look, settings.siteUrl);
}

/** Returns one file with several events. */
export async function eventsFile(
  { db, settings, clock }: CalendarServices & { db: Queryable },
  events: CalendarEvent[],
  method: "publish" | "cancel",
): Promise<string> {
  const { name, look } = await readSiteSettings({ db, settings });
  const organizer = { name, email: addressIn(settings.mailFrom) };
  const stamped = events.map((event) => ({ ...event, stamp: clock.now() }));
  return withLook(writeEventsFile(stamped, method, organizer), look, settings.siteUrl);
}

/** Publishes or cancels the event (RFC 5546, 4.1): a request would ask for a reply, which changes nothing here. */
export async function calendarAttachment(
  db: Queryable,
  services: CalendarServices,
  { booking, session }: BookedSession,
): Promise<MailAttachment> {
  const event = bookingEvent(booking, session, services.settings);
  const method = event.isCancelled ? "cancel" : "publish";
  return {
    filename: calendarFilename,
    contentType: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
    content: await eventFile({ ...services, db }, event, method),
  };
}

/** Returns a file without the joining link, as it is public. Throws not_found. */
export async function getSessionFile(services: Services, { id }: { id: string }): Promise<CalendarFile> {
  const session = await requireSession(services.db, id);
  return { filename: calendarFilename, text: await eventFile(services, sessionEvent(session, services.settings)) };
}

/** Returns the feed for everyone, which is written once for all who ask before something changes. */
export const getScheduleFeed: (services: Services) => Promise<CalendarFeed> = keepForMinute(
  async ({ db, clock, settings }: Services) => {
    const sessions = await db
      .select()
      .from(liveSessions)
      .where(and(isListed(), gt(liveSessions.startTime, daysBefore(clock.now(), rememberedDays))))
      .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
      .limit(maxEvents);
    const { name, look } = await readSiteSettings({ db, settings });
    const feed = writeFeed({ name, events: sessions.map((session) => sessionEvent(session, settings)) });
    const text = withLook(feed, look, settings.siteUrl);
    return { filename: "calendar.ics", text, version: versionTag(text) };
  },
);

export type CalendarLinks = { google: string; outlook: string; file: string };

/** Returns links to what everyone may see; null for a session of one person. */
export function sessionCalendarLinks(session: LiveSession, settings: SiteAddress): CalendarLinks | null {
  if (session.offerId !== null) return null;
  return linksTo(sessionEvent(session, settings), `/sessions/${session.id}/calendar.ics`);
}

/**
 * Returns links with the joining link. Null for a cancelled booking. `byKey`: the file is opened by the mailed link's
 * key.
 */
export function bookingCalendarLinks(
  booking: EventOfBooking,
  session: LiveSession,
  settings: SiteAddress,
  { byKey }: { byKey: boolean },
): CalendarLinks | null {
  const file = `${bookingPath(booking)}/calendar.ics${byKey ? `?key=${booking.manageKey}` : ""}`;
  return linksTo(bookingEvent(booking, session, settings), file);
}

function linksTo(event: CalendarEvent, file: string): CalendarLinks | null {
  return event.isCancelled ? null : { google: googleLink(event), outlook: outlookLink(event), file };
}

const googleLink = ({ title, description, location, start, end }: CalendarEvent) =>
  address("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    details: description,
    location,
  });

const outlookLink = ({ title, description, location, start, end }: CalendarEvent) =>
  address("https://outlook.live.com/calendar/0/action/compose", {
    allday: "false",
    subject: title,
    startdt: start.toISOString(),
    enddt: end.toISOString(),
    body: description,
    location,
  });

const compact = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");

/** Writes an address without URLSearchParams: Outlook shows its "+" for spaces. */
function address(base: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${pairs.join("&")}`;
}
