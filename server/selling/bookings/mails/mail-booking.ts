import type { Queryable, Transaction } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  paysFor,
  sessionBookings,
  type Ticket,
} from "@db/schema";
import type { PaidAmount, ReturnedMoney } from "@emails/parts/props";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Settings } from "../../../core/env";
import { formatAmount, type Money } from "../../../core/money";
import { managePath } from "../../../core/paths";
import { referenceOf } from "../../../core/reference";
import type { Services } from "../../../core/services";
import { readSiteSettings } from "../../../core/site-settings";
import { attendeeOf, siteFacts } from "../../../platform/mail/templates";
import { cancellationTerms } from "../cancellation";
import { enqueueMail, enqueueMails, type NewMail } from "../../../platform/mail/outbox";
import { printDiscount, printTotal } from "../../../platform/money/print-order";
import { hasHealthNote } from "../health/health-notes";
import { countPlacesOf } from "../../../catalogue/schedule/places";
import { calendarAttachment, endOf } from "../../../catalogue/schedule/session-event";
import { adminSessionUrl, sessionFacts } from "../../../catalogue/schedule/session-facts";
import { joinUrlFor } from "../../../catalogue/schedule/join-links";
import { paidLaterBy } from "../paid-later";
import { isActive, listTickets, readRatesOf, ticketName } from "../tickets";

/** Excludes holds: they get the facts with their confirmation. */
export function listBooked(db: Queryable, sessionId: string): Promise<Booking[]> {
  return db
    .select(bookingColumns)
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .where(and(eq(sessionBookings.sessionId, sessionId), inArray(sessionBookings.status, ["confirmed", "completed"])))
    .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id));
}

type BookingInSession = { booking: Pick<Booking, "status">; session: LiveSession };

/** Returns until when a booking has a confirmation, which is the end of its session; null without a place in one. */
export const confirmedUntil = ({ booking: { status }, session }: BookingInSession): Date | null =>
  (status === "confirmed" || status === "completed") && !session.cancelledAt ? endOf(session) : null;

export function isConfirmed(confirmable: BookingInSession, now: Date): boolean {
  const until = confirmedUntil(confirmable);
  return until !== null && until > now;
}

export const attendeeFacts = (settings: Settings, booking: Booking, session: LiveSession) => ({
  site: siteFacts(settings),
  firstName: booking.attendeeFirstName,
  session: sessionFacts(session, settings, booking.timeZone),
  reference: referenceOf(booking),
  bookingUrl: `${settings.siteUrl}${managePath(booking)}`,
});

function paidBy({ passId, coursePurchaseId, totalMinor }: Booking): string | null {
  if (coursePurchaseId) return "with the course";
  return passId && totalMinor === 0 ? "with a pass" : null;
}

export const paidFacts = (
  booking: Booking,
  { locationType }: Pick<LiveSession, "locationType">,
  rates: string | null = null,
): PaidAmount => ({
  amount: paidBy(booking) ?? printTotal(booking),
  isDue: booking.status === "confirmed" && booking.totalMinor > 0,
  isByTransfer: paidLaterBy({ locationType }) === "transfer",
  discount: printDiscount(booking),
  ...(rates !== null && { rates }),
});

/** Returns what the tickets of a booking cost each, where they may differ. */
async function readRates(db: Queryable, { booking, session }: Pick<BookedSession, "booking" | "session">) {
  if (session.pricing === "one") return null;
  return readRatesOf(db, booking);
}

export async function ticketFacts(db: Queryable, booking: Booking): Promise<string[]> {
  return booking.quantity === 1 ? [] : ticketNames(booking, (await listTickets(db, booking)).filter(isActive));
}

export const ticketNames = (booking: Booking, tickets: Pick<Ticket, "name" | "number">[]): string[] =>
  booking.quantity === 1 ? [] : tickets.map((ticket) => ticketName(booking, ticket));

export const instructorFacts = (
  settings: Settings,
  { booking, session }: { booking: Booking; session: LiveSession },
) => ({
  attendee: attendeeOf(booking),
  session: sessionFacts(session, settings, settings.siteTimeZone),
  sessionUrl: adminSessionUrl(settings, session),
});

type RefundPart = Money & { provider: "stripe" | "outside" | "gift_card"; paidMinor?: number };

export function refundFacts(parts: RefundPart[]): ReturnedMoney {
  const onGiftCard = totalOf(parts, "gift_card");
  return {
    byCard: totalOf(parts, "stripe"),
    byHand: totalOf(parts, "outside"),
    ...(onGiftCard && { onGiftCard }),
    ...(parts.some(isRest) && { isRest: true }),
  };
}

/** A refund is of the rest if other parts were refunded before. */
const isRest = ({ provider, amountMinor, paidMinor = amountMinor }: RefundPart): boolean =>
  provider === "stripe" && amountMinor > 0 && amountMinor < paidMinor;

function totalOf(parts: RefundPart[], wanted: RefundPart["provider"]): string | null {
  const sums = new Map<Money["currency"], number>();
  for (const { provider, currency, amountMinor } of parts) {
    if (provider === wanted && amountMinor > 0) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  }
  const amounts = [...sums].map(([currency, amountMinor]) => formatAmount({ currency, amountMinor }));
  return amounts.length > 0 ? amounts.join(" and ") : null;
}

type BookedSession = {
  booking: Booking;
  session: LiveSession;
  /** The names on the tickets, where they are known. */
  tickets?: string[] | undefined;
};

type Occasion = {
  occasion?: string;
  /** The places taken with this booking, where they are known. */
  taken?: number | undefined;
};

/** Tells the attendee and the instructor. */
export async function mailBooking(
  tx: Transaction,
  services: Services,
  booked: BookedSession & Occasion,
): Promise<void> {
  const { booking, session, occasion } = booked;
  const key = [booking.id, occasion].filter(Boolean).join(":");
  const tickets = booked.tickets ?? (await ticketFacts(tx, booking));
  const rates = await readRates(tx, booked);
  const taken = booked.taken ?? (await countPlacesOf(tx, session.id)).taken;
  await enqueueMails(tx, [
    await confirmationOf(tx, services, { booking, session, tickets, rates, dedupeKey: `booking-confirmation:${key}` }),
    noticeOf(services, { booking, session, tickets, rates, taken, dedupeKey: `admin-new-booking:${key}` }),
  ]);
}

function noticeOf(
  { settings }: Services,
  { booking, session, tickets, rates, taken, dedupeKey }: BookingMail & { taken: number },
): NewMail<"admin-new-booking"> {
  return {
    template: "admin-new-booking",
    to: settings.adminEmail,
    dedupeKey,
    replyTo: booking.attendeeEmail,
    props: {
      ...sharedFacts(settings, { booking, session, tickets, rates }),
      ...instructorFacts(settings, { booking, session }),
      hasHealthNote: hasHealthNote(booking),
      places: session.maxAttendees === null ? `${taken}` : `${taken} of ${session.maxAttendees}`,
    },
  };
}

export async function mailConfirmation(
  tx: Transaction,
  services: Pick<Services, "settings" | "clock">,
  { booking, session, dedupeKey }: Omit<BookingMail, "tickets" | "rates">,
): Promise<void> {
  const tickets = await ticketFacts(tx, booking);
  const rates = await readRates(tx, { booking, session });
  await enqueueMail(tx, await confirmationOf(tx, services, { booking, session, tickets, rates, dedupeKey }));
}

type BookingMail = Required<BookedSession> & { tickets: string[]; rates: string | null; dedupeKey: string };

async function confirmationOf(
  tx: Transaction,
  services: Pick<Services, "settings" | "clock">,
  { booking, session, tickets, rates, dedupeKey }: BookingMail,
): Promise<NewMail<"booking-confirmation">> {
  const { settings } = services;
  const zones = { settings, visitor: booking };
  const site = await readSiteSettings({ db: tx, settings });
  const { quantity } = booking;
  return {
    template: "booking-confirmation",
    to: booking.attendeeEmail,
    dedupeKey,
    replyTo: settings.adminEmail,
    attachments: [await calendarAttachment(tx, services, { booking, session })],
    props: {
      ...sharedFacts(settings, { booking, session, tickets, rates }),
      firstName: booking.attendeeFirstName,
      session: sessionFacts(session, settings, booking.timeZone),
      isOnline: session.locationType === "online",
      joinUrl: joinUrlFor({ booking, session }, settings),
      whatToBring: session.whatToBring?.split("\n").filter(Boolean) ?? [],
      terms: cancellationTerms(zones, { booking, session, quantity, site, now: services.clock.now() }),
      bookingUrl: `${settings.siteUrl}${managePath(booking)}`,
    },
  };
}

type SharedFacts = Pick<BookingMail, "booking" | "session" | "tickets" | "rates">;

const sharedFacts = (settings: Settings, { booking, session, tickets, rates }: SharedFacts) => ({
  site: siteFacts(settings),
  tickets,
  paid: paidFacts(booking, session, rates),
  reference: referenceOf(booking),
});
