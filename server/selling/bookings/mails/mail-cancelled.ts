import type { ReturnedMoney } from "@emails/parts/props";
import type { Transaction } from "@db/client";
import type { Booking, LiveSession, Ticket } from "@db/schema";
import { calendarAttachment } from "../../../catalogue/schedule/session-event";
import { enqueueMail } from "../../../platform/mail/outbox";
import { disputedOf, isAllReturned, listPaid, lostOf, type PaidPayment } from "../../../payments/paid-payments";
import type { PayableRef } from "../../../payments/payable-ref";
import { markAnnounced, type OwedRefund } from "../../../payments/refunds";
import { sumMinor } from "../../../core/money";
import { referenceOf } from "../../../core/reference";
import type { Services } from "../../../core/services";
import { countPlacesOf } from "../../../catalogue/schedule/places";
import { siteFacts } from "../../../platform/mail/templates";
import { sessionFacts } from "../../../catalogue/schedule/session-facts";
import { attendeeFacts, instructorFacts, refundFacts, ticketFacts } from "./mail-booking";
import { shareOf, ticketName } from "../tickets";

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
  const returned = await bookingMoneyFacts(tx, booking, { owed, credits });
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
  await markAnnounced(tx, owed);
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
  const order = { kind: "booking", id: booking.id } as const;
  const returned = await returnedFacts(tx, { order, owed, credits, mostMinor: shareOf(ticket) });
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
  await markAnnounced(tx, owed);
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

type EndedMoney = {
  /** The order that was paid for. */
  order: PayableRef;
  owed: OwedRefund[];
  /** What came back onto a pass. */
  credits: string | null;
  /** What could go back at most, if it is a part of the order that has ended. */
  mostMinor?: number | undefined;
};

/** Returns what a mail says of the money of what has ended: what goes back, what a bank has, or why nothing goes back. */
export async function returnedFacts(
  tx: Transaction,
  { order, owed, credits, mostMinor = Infinity }: EndedMoney,
): Promise<ReturnedMoney> {
  const paid = await listPaid(tx, order);
  const backMinor = sumMinor(owed.map(({ refund }) => refund));
  const atBank = (amountOf: (part: PaidPayment) => number) => printParts(paid, amountOf, mostMinor - backMinor);
  const [disputed, byBank] = [atBank(disputedOf), atBank(lostOf)];
  return {
    ...refundFacts(owed.map(({ refund, ...of }) => ({ ...refund, ...of }))),
    ...(credits && { credits }),
    ...(disputed && { disputed }),
    ...(byBank && { byBank }),
    nothing: paid.length === 0 ? "unpaid" : isAllReturned(paid) ? "refunded_before" : null,
  };
}

function printParts(paid: PaidPayment[], amountOf: (part: PaidPayment) => number, mostMinor: number): string | null {
  const parts = paid.map((part) => ({ ...part.payment, amountMinor: Math.min(amountOf(part), mostMinor) }));
  return refundFacts(parts.map((part) => ({ ...part, provider: "stripe" }))).byCard;
}

/** Returns what was paid for a booking: its own payments, or those of its course. */
const orderOf = ({ id, coursePurchaseId }: Booking): PayableRef =>
  coursePurchaseId === null ? { kind: "booking", id } : { kind: "purchase", id: coursePurchaseId };

/** Returns what a mail says of the money of a cancelled booking. */
export const bookingMoneyFacts = (
  tx: Transaction,
  booking: Booking,
  money: Pick<EndedMoney, "owed" | "credits">,
): Promise<ReturnedMoney> =>
  returnedFacts(tx, {
    ...money,
    order: orderOf(booking),
    mostMinor: booking.coursePurchaseId === null ? undefined : (booking.payerShare ?? 0),
  });
