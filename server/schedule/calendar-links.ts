import type { Booking, LiveSession } from "@db/schema";
import { bookingPath } from "../core/paths";
import type { Settings } from "../core/env";
import { bookingEvent, sessionEvent } from "./session-event";
import type { CalendarEvent } from "../calendar/calendar-file";

export type CalendarLinks = { google: string; outlook: string; file: string };

type SiteAddress = Pick<Settings, "siteUrl">;

/** Without the joining link. Null for a cancelled session. */
export function sessionCalendarLinks(session: LiveSession, settings: SiteAddress): CalendarLinks | null {
  return linksTo(sessionEvent(session, settings), `/sessions/${session.id}/calendar.ics`);
}

/** With the joining link. Null for a cancelled booking. `byKey`: the file is opened by the mailed link's key. */
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

/** Not URLSearchParams: Outlook shows its "+" for spaces. */
function address(base: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${pairs.join("&")}`;
}
