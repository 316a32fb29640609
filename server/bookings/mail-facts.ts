import type { Paid, SessionFacts, Site } from "@emails/parts/props";
import type { Settings } from "../core/env";
import { printDiscount, printTotal } from "../money/order-total";
import { displayStart, formatDuration, placeLabel } from "../core/dates";
import type { LiveSession } from "../schedule/lock-session";
import type { Booking } from "./transitions";

/** What every message says of the site. */
export const siteFacts = ({ siteName, siteUrl, marketing }: Settings): Site => ({
  name: siteName,
  url: siteUrl,
  contactUrl: marketing.contact,
});

/** A session's page in the back office: unlike the public one it is there for a draft too. */
export const adminSessionUrl = ({ siteUrl }: Settings, { id }: Pick<LiveSession, "id">): string =>
  `${siteUrl}/admin/sessions/${id}`;

/** What a message says of a session, its time in the reader's zone. */
export function sessionFacts(session: LiveSession, settings: Settings, timeZone: string): SessionFacts {
  const start = displayStart(session, { settings, visitor: { timeZone } });
  const { day, month, year } = start;
  return {
    title: session.title,
    category: session.category,
    date: { day, month, year },
    when: {
      date: `${start.weekday}, ${start.monthLong} ${day}, ${year}`,
      time: start.time,
      zone: start.zone,
      duration: formatDuration(session.durationMinutes),
    },
    where: whereLines(session),
  };
}

/** "Online", or the lines of the address. */
export function whereLines(session: LiveSession): string[] {
  if (session.locationType === "online") return ["Online"];
  const cityLine = [session.city, session.postCode].filter(Boolean).join(", ");
  const lines = [session.address, cityLine].filter((line): line is string => Boolean(line));
  return lines.length > 0 ? lines : [placeLabel(session)];
}

/** What was agreed, and charged unless it is to be paid at the door, as the booking keeps it. */
export const paidFacts = (booking: Booking): Paid => ({
  amount: printTotal(booking),
  isDue: booking.status === "confirmed" && booking.totalMinor > 0,
  discount: printDiscount(booking),
});

/** Short enough to be read out on the telephone; the booking's id begins with it. */
export const referenceOf = ({ id }: { id: string }) => id.slice(0, 8).toUpperCase();

/** Who has booked, as the instructor reads it. */
export const attendeeOf = (booking: Booking) => ({
  name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
  email: booking.attendeeEmail,
});
