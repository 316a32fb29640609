import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { z } from "zod";

export const sessionFileRef = z.object({ id: z.uuid() });
/** The key of a mailed link; without it the booking must be the member's own. */
export const bookingFileRef = z.object({
  id: z.uuid(),
  key: z
    .string()
    .regex(/^\w{0,100}$/)
    .optional(),
});
export const feedRef = z.object({ key: z.string().regex(/^[\w-]{43}$/) });

export type CalendarFile = { filename: string; text: string };

export const rememberedDays = 30;

export const maxEvents = 1000;

export const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * 24 * 3_600_000);

/** `uid` and `sequence` let calendars update an event they have already. */
export type CalendarEvent = {
  uid: string;
  sequence: number;
  start: Date;
  end: Date;
  stamp: Date;
  title: string;
  description: string;
  location: string;
  url: string;
  isCancelled: boolean;
};

type Organizer = { name: string; email: string };

export const writeEventFile = (event: CalendarEvent, method: "publish" | "cancel", organizer: Organizer): string =>
  writeEventsFile([event], method, organizer);

/** Writes several events into one file. */
export function writeEventsFile(events: CalendarEvent[], method: "publish" | "cancel", organizer: Organizer): string {
  const calendar = ical({
    prodId: productId,
    method: method === "cancel" ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  const name = plainText(organizer.name).replace(/"/g, "'");
  for (const event of events) addEvent(calendar, event).organizer({ name, email: organizer.email });
  return withFinalNewline(calendar.toString());
}

/** Writes an event as a CalDAV server keeps it: without a method, and without an organiser, whom it would invite people for. */
export function writeStoredEvent(event: CalendarEvent): string {
  const calendar = ical({ prodId: productId });
  addEvent(calendar, event);
  return withFinalNewline(calendar.toString());
}

type Feed = { name: string; events: CalendarEvent[] };

const refreshSeconds = 60 * 60;

/** Writes a feed, which has no method and no organiser (RFC 5545, 3.8.4.3). */
export function writeFeed({ name, events }: Feed): string {
  // The library escapes every text but this one.
  const escapedName = plainText(name)
    .replace(/\s+/g, " ")
    .replace(/[\\;,]/g, "\\$&");
  const calendar = ical({ prodId: productId, name: escapedName, ttl: refreshSeconds });
  for (const event of events) addEvent(calendar, event);
  return withFinalNewline(calendar.toString());
}

const productId = { company: "Breathroom", product: "Breathroom", language: "EN" };

/** Adds an event without an alarm: reminders are sent by mail. */
function addEvent(calendar: ReturnType<typeof ical>, event: CalendarEvent) {
  return calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    // In UTC, so that no calendar can misread a clock change.
    start: event.start,
    end: event.end,
    stamp: event.stamp,
    summary: plainText(event.title),
    description: plainText(event.description),
    location: plainText(event.location),
    url: event.url,
    status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: event.isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  });
}

/** Other control characters are not allowed in a text (RFC 5545, 3.1). */
const plainText = (text: string) => text.replace(/(?![\n\r\t])\p{Cc}/gu, "").replace(/\r\n?/g, "\n");

const withFinalNewline = (calendar: string) => `${calendar}\r\n`;
