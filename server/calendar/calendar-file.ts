import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { z } from "zod";

export const sessionFileRef = z.object({ id: z.uuid() });
/** `key` is what the mailed link proves; without it the booking must be the member's own. */
export const bookingFileRef = z.object({
  id: z.uuid(),
  key: z
    .string()
    .regex(/^\w{0,100}$/)
    .optional(),
});
export const feedRef = z.object({ key: z.string().regex(/^[\w-]{43}$/) });

/** A calendar file as it is downloaded. */
export type CalendarFile = { filename: string; text: string };

/** How long a feed keeps what is over. */
export const rememberedDays = 30;

/** More than any instructor plans ahead; calendars don't ask for a second page. */
export const mostEvents = 1000;

export const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * 24 * 3_600_000);

/** One event as calendars keep it: `uid` and `sequence` tell them which one it is, and whether they know it already. */
export type CalendarEvent = {
  uid: string;
  sequence: number;
  start: Date;
  end: Date;
  /** When this was written or, in a feed, when it last changed. */
  stamp: Date;
  title: string;
  description: string;
  location: string;
  url: string;
  isCancelled: boolean;
};

type Organizer = { name: string; email: string };

/** A message about one event, for mails and downloads. `cancel` takes the event out of calendars that follow. */
export function writeEventFile(event: CalendarEvent, method: "publish" | "cancel", organizer: Organizer): string {
  const calendar = ical({
    prodId: productId,
    method: method === "cancel" ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  const name = plainText(organizer.name).replace(/"/g, "'");
  addEvent(calendar, event).organizer({ name, email: organizer.email });
  return ended(calendar.toString());
}

type Feed = { name: string; events: CalendarEvent[] };

const refreshSeconds = 60 * 60;

/** A calendar to subscribe to. It is no message, so it has no method and no organiser (RFC 5545, 3.8.4.3). */
export function writeFeed({ name, events }: Feed): string {
  // The library escapes every text but this one.
  const escapedName = plainText(name)
    .replace(/\s+/g, " ")
    .replace(/[\\;,]/g, "\\$&");
  const calendar = ical({ prodId: productId, name: escapedName, ttl: refreshSeconds });
  for (const event of events) addEvent(calendar, event);
  return ended(calendar.toString());
}

const productId = { company: "Breathroom", product: "Breathroom", language: "EN" };

/** Without an alarm: people have their own, and a reminder comes by mail. */
function addEvent(calendar: ReturnType<typeof ical>, event: CalendarEvent) {
  return calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    // Instants, in UTC: no calendar can get a clock change wrong.
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

/** Of the control characters only line breaks and tabs may stand in a text (RFC 5545, 3.1). */
const plainText = (text: string) => text.replace(/(?![\n\r\t])\p{Cc}/gu, "").replace(/\r\n?/g, "\n");

/** Every line ends, the last one too. */
const ended = (calendar: string) => `${calendar}\r\n`;
