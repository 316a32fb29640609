import type { Booking, LiveSession } from "@db/schema";
import { bookingPath } from "../core/paths";
import type { Settings } from "../core/env";
import { bookingEvent, sessionEvent } from "./session-event";
import type { CalendarEvent } from "../calendar/calendar-file";

/** Where "Add to calendar" leads. */
export type CalendarLinks = { google: string; outlook: string; file: string };

type SiteAddress = Pick<Settings, "siteUrl">;

/** Returns the public links: without the joining link. Null for a cancelled session. */
export function sessionCalendarLinks(session: LiveSession, settings: SiteAddress): CalendarLinks | null {
  return linksTo(sessionEvent(session, settings), `/sessions/${session.id}/calendar.ics`);
}

/**
 * Returns the links for the attendee, with the joining link. Null for a cancelled booking.
 * `byKey`: she came by the mailed link, so that is what opens the file; else she is signed in.
 */
export function bookingCalendarLinks(
  booking: Booking,
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

/** "20261201T193000Z" */
const compact = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");

/** Outlook shows the "+" that URLSearchParams makes of a space. */
function address(base: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${pairs.join("&")}`;
}
