import type { Queryable } from "@db/client";
import type { Booking, LiveSession, MailAttachment } from "@db/schema";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { bookingEvent } from "./session-event";
import { addressIn } from "../core/email-address";
import { type CalendarEvent, writeEventFile } from "../calendar/write-calendar";

type Writing = Pick<Services, "settings" | "clock">;
type Booked = { booking: Booking; session: LiveSession };

/** What calendar files are called. */
export const calendarFilename = "session.ics";

/** A calendar file about one event, written now; `cancel` takes the event out of the calendar again. One query. */
export async function eventFile(
  { db, settings, clock }: Writing & { db: Queryable },
  event: CalendarEvent,
  method: "publish" | "cancel" = "publish",
): Promise<string> {
  const { name } = await readSiteSettings({ db, settings });
  const organizer = { name, email: addressIn(settings.mailFrom) };
  return writeEventFile({ ...event, stamp: clock.now() }, method, organizer);
}

/**
 * The calendar file of a mail about a booking. It publishes the event or cancels it, as the booking stands (RFC 5546,
 * 4.1): a request would ask for an answer, and an answer in the calendar would not cancel anything here.
 */
export async function calendarAttachment(
  db: Queryable,
  services: Writing,
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
