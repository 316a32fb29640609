import type { Transaction } from "@db/client";
import type { Booking, LiveSession, MailAttachment } from "@db/schema";
import { referenceOf } from "../../../core/reference";
import type { Services } from "../../../core/services";
import type { SiteSettings } from "../../../core/site-settings";
import { siteFacts } from "../../../platform/mail/templates";
import { enqueueMail } from "../../../platform/mail/outbox";
import { calendarAttachment } from "../../../catalogue/schedule/session-event";
import { sessionFacts, splitLines } from "../../../catalogue/schedule/session-facts";
import { joinUrlFor } from "../../../catalogue/schedule/join-links";
import { hasHealthNote } from "../health/health-notes";
import { placesText } from "./mail-cancelled";
import { attendeeFacts, instructorFacts, paidFacts, ticketFacts } from "./mail-booking";
import { cancellationTerms } from "../cancellation";

type MovedBooking = {
  moveId: string;
  by: "attendee" | "instructor";
  /** The booking as it was in `from`, and as it is in `to`. */
  before: Booking;
  booking: Booking;
  from: LiveSession;
  to: LiveSession;
  site: SiteSettings;
};

/** Tells the attendee, with a calendar file that cancels the old event and one with the new, and the instructor. */
export async function mailMoved(tx: Transaction, services: Services, moved: MovedBooking): Promise<void> {
  const { moveId, booking, from, to, site } = moved;
  const isByInstructor = moved.by === "instructor";
  const { settings, clock } = services;
  const tickets = await ticketFacts(tx, booking);
  await enqueueMail(tx, {
    template: "booking-moved",
    to: booking.attendeeEmail,
    dedupeKey: `booking-moved:${moveId}`,
    replyTo: settings.adminEmail,
    attachments: await calendarFiles(tx, services, moved),
    props: {
      ...attendeeFacts(settings, booking, to),
      before: lineOf(moved, sessionFacts(from, settings, booking.timeZone)),
      isByInstructor,
      tickets,
      paid: paidFacts(booking, to),
      isOnline: to.locationType === "online",
      joinUrl: joinUrlFor({ booking, session: to }, settings),
      whatToBring: splitLines(to.whatToBring),
      terms: cancellationTerms(
        { settings, visitor: booking },
        { booking, session: to, quantity: booking.quantity, site, now: clock.now() },
      ),
    },
  });
  await enqueueMail(tx, {
    template: "admin-booking-moved",
    to: settings.adminEmail,
    dedupeKey: `admin-booking-moved:${moveId}`,
    replyTo: booking.attendeeEmail,
    props: {
      site: siteFacts(settings),
      ...instructorFacts(settings, { booking, session: to }),
      before: lineOf(moved, sessionFacts(from, settings, settings.siteTimeZone)),
      isByInstructor,
      tickets,
      places: { before: await placesText(tx, from), now: await placesText(tx, to) },
      hasHealthNote: hasHealthNote(booking),
      reference: referenceOf(booking),
    },
  });
}

/** Writes two files, as one can't both cancel and publish. */
async function calendarFiles(
  tx: Transaction,
  services: Services,
  { before, booking, from, to }: MovedBooking,
): Promise<MailAttachment[]> {
  const gone = { booking: { ...before, status: "cancelled" as const }, session: from };
  return [
    { ...(await calendarAttachment(tx, services, gone)), filename: "previous-date.ics" },
    await calendarAttachment(tx, services, { booking, session: to }),
  ];
}

/** Names the previous session only where the new one has another title. */
function lineOf({ from, to }: MovedBooking, { when: { date, time, zone } }: ReturnType<typeof sessionFacts>): string {
  const line = `${date}, ${time} ${zone}`;
  return from.title === to.title ? line : `${from.title}, ${line}`;
}
