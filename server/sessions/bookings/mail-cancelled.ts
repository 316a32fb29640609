import type { ReturnedMoney } from "@emails/parts/props";
import type { Transaction } from "@db/client";
import type { Booking, LiveSession, Ticket } from "@db/schema";
import { calendarAttachment } from "../schedule/session-event";
import { enqueueMail } from "../../platform/mail/outbox";
import type { OwedRefund } from "../../selling/payments/refunds";
import { referenceOf } from "../../core/reference";
import type { Services } from "../../core/services";
import { countPlacesOf } from "../schedule/places";
import { siteFacts } from "../../platform/mail/templates";
import { sessionFacts } from "../schedule/session-facts";
import { attendeeFacts, instructorFacts, refundFacts, ticketFacts } from "./mail-booking";
import { ticketName } from "./tickets";

type CancelledBooking = { booking: Booking; session: LiveSession };
type WithMoney = CancelledBooking & {
  owed: OwedRefund[];
  isKept?: boolean;
  /** What came back onto a pass. */
  credits: string | null;
};

export async function mailCancelled(
  tx: Transaction,
  services: Services,
  { booking, session, owed, isKept = false, credits }: WithMoney,
): Promise<void> {
  const returned = owedRefundFacts(owed, credits);
  const { settings } = services;
  await enqueueMail(tx, {
    template: "booking-cancelled",
    to: booking.attendeeEmail,
    dedupeKey: `booking-cancelled:${cancellationKey(booking)}`,
    replyTo: settings.adminEmail,
    attachments: [await calendarAttachment(tx, services, { booking, session })],
    props: {
      site: siteFacts(settings),
      firstName: booking.attendeeFirstName,
      session: sessionFacts(session, settings, booking.timeZone),
      returned,
      isKept,
      quantity: booking.quantity,
      reference: referenceOf(booking),
    },
  });
  const wasPaid = booking.paymentStatus === "paid" || booking.paymentStatus === "refunded";
  await tellInstructor(tx, services, { booking, session, returned, isKept, wasPaid, isByRefund: false });
}

type CancelledTicket = CancelledBooking & {
  ticket: Ticket;
  owed: OwedRefund[];
  isKept: boolean;
  credits: string | null;
};

export async function mailTicketCancelled(
  tx: Transaction,
  services: Services,
  { booking, session, ticket, owed, isKept, credits }: CancelledTicket,
): Promise<void> {
  const { settings } = services;
  const returned = owedRefundFacts(owed, credits);
  const tickets = await ticketFacts(tx, booking);
  const shared = { returned, isKept, tickets, ticket: ticketName(booking, ticket), reference: referenceOf(booking) };
  await enqueueMail(tx, {
    template: "ticket-cancelled",
    to: booking.attendeeEmail,
    dedupeKey: `ticket-cancelled:${ticket.id}`,
    replyTo: settings.adminEmail,
    props: {
      ...attendeeFacts(settings, booking, session),
      ...shared,
    },
  });
  await enqueueMail(tx, {
    template: "admin-ticket-cancelled",
    to: settings.adminEmail,
    dedupeKey: `admin-ticket-cancelled:${ticket.id}`,
    replyTo: booking.attendeeEmail,
    props: {
      ...shared,
      site: siteFacts(settings),
      ...instructorFacts(settings, { booking, session }),
      places: await placesText(tx, session),
    },
  });
}

export async function placesText(tx: Transaction, { id, maxAttendees }: LiveSession): Promise<string> {
  const { taken } = await countPlacesOf(tx, id);
  return maxAttendees === null ? `${taken}` : `${taken} of ${maxAttendees}`;
}

export async function mailCancelledByRefund(
  tx: Transaction,
  services: Services,
  cancelled: CancelledBooking,
): Promise<void> {
  const returned = { byCard: null, byHand: null };
  await tellInstructor(tx, services, { ...cancelled, returned, isByRefund: true });
}

type CancellationFacts = { returned: ReturnedMoney; isByRefund: boolean; isKept?: boolean; wasPaid?: boolean };

async function tellInstructor(
  tx: Transaction,
  { settings }: Services,
  { booking, session, ...facts }: CancelledBooking & CancellationFacts,
): Promise<void> {
  await enqueueMail(tx, {
    template: "admin-booking-cancelled",
    to: settings.adminEmail,
    dedupeKey: `admin-booking-cancelled:${cancellationKey(booking)}`,
    replyTo: booking.attendeeEmail,
    props: {
      ...facts,
      site: siteFacts(settings),
      ...instructorFacts(settings, { booking, session }),
      places: await placesText(tx, session),
      reference: referenceOf(booking),
    },
  });
}

/** A revived booking may be cancelled again, and is mailed about again. */
const cancellationKey = ({ id, cancelledAt }: Booking) => `${id}:${cancelledAt?.toISOString()}`;

/** Returns what a mail says of money that goes back, and of credits. */
export const owedRefundFacts = (owed: OwedRefund[], credits: string | null): ReturnedMoney => ({
  ...refundFacts(owed.map(({ refund, ...of }) => ({ ...refund, ...of }))),
  ...(credits && { credits }),
});
