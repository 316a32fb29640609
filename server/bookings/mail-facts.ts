import type { Paid } from "@emails/parts/props";
import type { Booking, LiveSession } from "@db/schema";
import type { Settings } from "../core/env";
import { attendeeOf } from "../mail/mail-facts";
import { printDiscount, printTotal } from "../money/order-total";
import { adminSessionUrl, sessionFacts } from "../schedule/session-facts";

/** What was agreed, and charged unless it is to be paid at the door, as the booking keeps it. */
export const paidFacts = (booking: Booking): Paid => ({
  amount: printTotal(booking),
  isDue: booking.status === "confirmed" && booking.totalMinor > 0,
  discount: printDiscount(booking),
});

/** What the instructor's mails say of a booking: who, for which session, and where it is managed. */
export const instructorFacts = (
  settings: Settings,
  { booking, session }: { booking: Booking; session: LiveSession },
) => ({
  attendee: attendeeOf(booking),
  session: sessionFacts(session, settings, settings.siteTimeZone),
  sessionUrl: adminSessionUrl(settings, session),
});
