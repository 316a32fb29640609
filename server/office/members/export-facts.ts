import type { Booking, LiveSession, Ticket } from "@db/schema";
import type { Belongings } from "../deletion/belongings";
import { readHealthNote } from "../../selling/bookings/health/health-notes";
import type { EncryptionSettings } from "../../core/encryption";
import { type Currency, formatAmount } from "../../core/money";
import type { Purchase } from "../../selling/purchases/transitions";
import type { Entry } from "../../selling/waitlist/entries";

/** Exports no keys. */
export const bookingFacts = (
  { booking, session, tickets }: { booking: Booking; session: LiveSession; tickets: Ticket[] },
  books: Belongings,
  settings: EncryptionSettings,
) => ({
  id: booking.id,
  session: sessionFacts(session),
  attendee: {
    firstName: booking.attendeeFirstName,
    lastName: booking.attendeeLastName,
    email: booking.attendeeEmail,
  },
  bookedAsGuest: booking.userId === null,
  status: booking.status,
  paymentStatus: booking.paymentStatus,
  price: priceFacts(booking),
  healthStatementVersion: booking.healthVersion,
  healthNote: readHealthNote(settings, booking),
  agreedTo: { terms: booking.termsVersion, privacy: booking.privacyVersion },
  timeZone: booking.timeZone,
  createdAt: booking.createdAt,
  completedAt: booking.completedAt,
  movedAt: booking.movedAt,
  cancelledAt: booking.cancelledAt,
  tickets: tickets.map(({ number, name, checkedInAt, cancelledAt }) => ({ number, name, checkedInAt, cancelledAt })),
  payments: paymentsOf(books, ({ bookingId }) => bookingId === booking.id),
});

export const purchaseFacts = (purchase: Purchase, books: Belongings) => ({
  id: purchase.id,
  kind: purchase.productKind,
  title: purchase.productTitle,
  customerName: purchase.customerName,
  customerEmail: purchase.customerEmail,
  status: purchase.status,
  price: priceFacts(purchase),
  agreedTo: { terms: purchase.termsVersion, privacy: purchase.privacyVersion },
  askedForAccessAtOnce: purchase.waivedAt && {
    at: purchase.waivedAt,
    wording: purchase.waiverText,
    version: purchase.waiverVersion,
  },
  accessBegins: purchase.opensAt,
  accessBeganLater: purchase.openedAt,
  createdAt: purchase.createdAt,
  completedAt: purchase.completedAt,
  payments: paymentsOf(books, ({ purchaseId }) => purchaseId === purchase.id),
});

export const entryFacts = (
  entry: Entry,
  session: LiveSession | undefined,
  course: { id: string; title: string } | undefined,
) => ({
  id: entry.id,
  /** Null for a course. */
  session: session ? sessionFacts(session) : null,
  course: course ? { id: course.id, title: course.title } : null,
  firstName: entry.firstName,
  lastName: entry.lastName,
  email: entry.email,
  timeZone: entry.timeZone,
  quantity: entry.quantity,
  status: entry.status,
  bookingId: entry.bookingId,
  purchaseId: entry.purchaseId,
  createdAt: entry.createdAt,
  offeredAt: entry.offeredAt,
  offerEndsAt: entry.offerEndsAt,
  endedAt: entry.endedAt,
});

export const withdrawalFacts = (request: Belongings["withdrawals"][number]) => ({
  id: request.id,
  name: request.name,
  email: request.email,
  contract: request.contract,
  status: request.status,
  receivedAt: request.createdAt,
  decidedAt: request.decidedAt,
  declineReason: request.declineReason,
});

/** Returns what the export says of a testimonial, without the admin's note. */
export const testimonialFacts = (testimonial: Belongings["testimonials"][number]) => ({
  id: testimonial.id,
  quote: testimonial.quote,
  name: testimonial.shownName,
  line: testimonial.line,
  isPublished: testimonial.isPublished,
  consentGiven: testimonial.consentKind,
  consentOn: testimonial.consentOn,
  consentWithdrawnAt: testimonial.consentWithdrawnAt,
  createdAt: testimonial.createdAt,
});

const sessionFacts = ({ id, title, startTime, durationMinutes, locationType }: LiveSession) => ({
  id,
  title,
  startTime,
  durationMinutes,
  locationType,
});

type BookingPrice = Pick<
  Booking,
  "listPriceMinor" | "discountMinor" | "totalMinor" | "currency" | "appliedDiscountCode" | "exchangeRate"
>;

const priceFacts = ({ listPriceMinor, discountMinor, totalMinor, currency, ...rest }: BookingPrice) => ({
  list: amountOf(listPriceMinor, currency),
  discount: amountOf(discountMinor, currency),
  total: amountOf(totalMinor, currency),
  discountCode: rest.appliedDiscountCode,
  exchangeRate: rest.exchangeRate,
});

const amountOf = (amountMinor: number, currency: Currency) => ({
  amountMinor,
  currency,
  text: formatAmount({ amountMinor, currency }),
});

const paymentsOf = (
  { payments, refunds, disputes }: Belongings,
  isIts: (payment: Belongings["payments"][number]) => boolean,
) =>
  payments.filter(isIts).map((payment) => ({
    id: payment.id,
    provider: payment.provider,
    state: payment.state,
    amount: amountOf(payment.amountMinor, payment.currency),
    stripePaymentIntentId: payment.stripePaymentIntentId,
    createdAt: payment.createdAt,
    paidAt: payment.paidAt,
    refunds: refunds
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ id, amountMinor, currency, reason, state, createdAt, settledAt }) => ({
        id,
        reason,
        state,
        createdAt,
        settledAt,
        amount: amountOf(amountMinor, currency),
      })),
    disputes: disputes
      .filter(({ paymentId }) => paymentId === payment.id)
      .map(({ id, amountMinor, currency, reason, status, createdAt }) => ({
        id,
        reason,
        status,
        createdAt,
        amount: amountOf(amountMinor, currency),
      })),
  }));
