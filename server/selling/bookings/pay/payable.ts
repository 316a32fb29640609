import type { LatePaymentReason } from "@emails/parts/props";
import { and, eq, gt, inArray, isNull, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  liveSessions,
  payments,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { isDeletedAddress, normalEmail } from "../../../core/email-address";
import type { Services } from "../../../core/services";
import { attendeeOf } from "../../../platform/mail/templates";
import { retakeGiftParts } from "../../../payments/gift-parts";
import { takeAgain } from "./pay-by-pass";
import type { Payment } from "../../../payments/paid-payments";
import type { Payable, RefundFacts } from "../../../payments/payable";
import { isAnnounced } from "../../../payments/refunds";
import { freeAt } from "../../../platform/money/session-price";
import { isBusyAt } from "../../free-times/busy-times";
import { availabilityOf, countPlacesOf, fits } from "../../../catalogue/schedule/places";
import { freeSlot, retakeSlot } from "../../../catalogue/schedule/instructor-time";
import { readPricing } from "../../../catalogue/schedule/price-rates";
import { sessionFacts } from "../../../catalogue/schedule/session-facts";
import { bookingLedger, bookingWords, readBookingOrders } from "./booking-order";
import { lockBooking, type LockedBooking } from "../lock";
import { mailBooking } from "../mails/mail-booking";
import { mailLateRefund, mailRefunded, mailRefundFailed } from "../mails/mail-money";
import { wasBookedIn, whereBegunBy } from "../../../catalogue/schedule/whose-bookings";
import { releasePlace, returnAllCredits } from "../cancel/release";
import { setBookingStatus } from "./set-booking-status";
import { readSoldTickets } from "./sold-tickets";
import { isActive, listTickets } from "../tickets";
import { changePaymentStatus, changeState, stateOf } from "../transitions";

export const bookingPayable: Payable<LockedBooking> = {
  words: bookingWords,
  ledger: bookingLedger,
  readOrders: readBookingOrders,
  readSold: readSoldTickets,
  setStatus: (ctx, bookingId, change) => setBookingStatus(ctx, { ...change, bookingId }),
  async read(db, id) {
    const [booking] = await db
      .select(bookingColumns)
      .from(sessionBookings)
      .leftJoin(bookingPayers, paysFor)
      .where(eq(sessionBookings.id, id));
    return booking ? payableState(booking) : null;
  },
  async isBegunBy({ db, ...holder }, id) {
    const isMine = whereBegunBy(holder);
    return Boolean(isMine) && (await db.$count(sessionBookings, and(eq(sessionBookings.id, id), isMine))) > 0;
  },
  lock: lockBooking,
  listOverdue: listOverdueHolds,
  stateOf: ({ booking }) => payableState(booking),
  factsOf: ({ settings }, { booking, session }) => ({
    kind: "booking",
    id: booking.id,
    customer: attendeeOf(booking),
    firstName: booking.attendeeFirstName,
    item: session.title,
    session: sessionFacts(session, settings, settings.siteTimeZone),
  }),
  onPaid: completeOrRefund,
  async onUnpaid(tx, services, locked, unpaid) {
    await releasePlace(tx, services, locked, { kind: "unpaid", ...unpaid });
  },
  onRefunded: applyRefund,
  async releasePlace(tx, services, locked, owed) {
    await releasePlace(tx, services, locked, { kind: "refunded_by_hand", owed });
  },
};

async function listOverdueHolds(db: Queryable, { before, limit }: { before: Date; limit: number }) {
  const hasOpenPayment = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.bookingId, sessionBookings.id), eq(payments.state, "open")));
  return db
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .where(
      and(
        eq(sessionBookings.status, "pending"),
        // The dates of a course end with its purchase.
        isNull(bookingPayers.purchaseId),
        lte(sessionBookings.holdUntil, before),
        notExists(hasOpenPayment),
      ),
    )
    .limit(limit);
}

const payableState = (booking: Booking) => ({
  status: stateOf(booking),
  isPending: booking.status === "pending",
  holdUntil: booking.holdUntil,
  isReleased: booking.status === "cancelled",
});

async function completeOrRefund(
  tx: Transaction,
  services: Services,
  locked: LockedBooking,
  payment: Payment,
): Promise<"kept" | "returned"> {
  const { booking, session } = locked;
  const now = services.clock.now();
  const reason = (await reasonToRefund(tx, now, locked, payment)) ?? (await takePartsAgain(tx, services, locked));
  if (!reason) {
    const completed = await changePaymentStatus(tx, booking, "paid", now);
    await mailBooking(tx, services, { booking: completed, session });
    return "kept";
  }
  if (booking.paymentStatus === "pending") {
    await releasePlace(tx, services, locked, { kind: "unpaid", outcome: "cancelled", completedPaymentId: null });
  }
  // Its time may have been taken again before a pass or a gift card could not pay its part.
  await freeSlot(tx, services, session);
  await mailLateRefund(tx, services, { booking, session, payment, reason });
  return "returned";
}

/** A held place is kept even past the start: Stripe closes the checkout with the hold, so it was paid in time. */
async function reasonToRefund(
  tx: Transaction,
  now: Date,
  locked: LockedBooking,
  payment: Payment,
): Promise<LatePaymentReason | null> {
  const { session, booking, isCodeFree } = locked;
  if (session.cancelledAt) return "session_cancelled";
  if (booking.paymentStatus === "pending") return null;
  if (isDeletedAddress(booking.attendeeEmail)) return "account_deleted";
  if (booking.status !== "cancelled") return "paid_already";
  // Paid and cancelled before: this is a second payment for a place no longer wanted.
  if (booking.paymentStatus === "paid" || booking.paymentStatus === "refunded") return "booking_cancelled";
  // The attendee was mailed to book again and did, so this payment goes back.
  if (payment.completedUnpaidAt && (await isBookedAgain(tx, locked))) return "booked_again";
  if (!(await listTickets(tx, booking)).every(isActive)) return "booking_cancelled";
  if (!isCodeFree) return "code_used";
  const places = await countPlacesOf(tx, session.id);
  const availability = availabilityOf(session, places, now);
  if (availability === "open") {
    if (session.slotFreedAt && (await isBusyAt(tx, session))) return "place_released";
    if (!(await retakeSlot(tx, session))) return "place_released";
    if (!fits(session, places, booking.quantity)) return "place_released";
    return (await areRatesFree(tx, locked)) ? null : "rate_full";
  }
  return availability === "closed" ? "session_begun" : "place_released";
}

/** A released booking counts for no rate: its places there have to be free, too. */
async function areRatesFree(tx: Transaction, { session, booking }: LockedBooking): Promise<boolean> {
  if (session.pricing === "one") return true;
  const tickets = await listTickets(tx, booking);
  const { priceRates } = await readPricing(tx, session);
  return priceRates.every((rate) => {
    const free = freeAt(rate);
    return free === null || tickets.filter(({ priceRateId }) => priceRateId === rate.id).length <= free;
  });
}

/** Takes again what a pass and gift cards paid of a hold, which came back when the hold lapsed: all of it, or nothing. */
async function takePartsAgain(
  tx: Transaction,
  services: Services,
  { booking, session }: LockedBooking,
): Promise<LatePaymentReason | null> {
  const { id, passId } = booking;
  if (booking.status !== "cancelled") return null;
  const ticketIds = (await listTickets(tx, booking)).map((ticket) => ticket.id);
  if (passId !== null && !(await takeAgain(tx, services, { passId, ticketIds, session }))) return "credits_used";
  if (await retakeGiftParts(tx, services, { kind: "booking", id })) return null;
  await returnAllCredits(tx, services, booking, true);
  return "gift_card_used";
}

/**
 * Returns whether an attendee has booked the session again since a hold lapsed; of a one-to-one session, any time of its
 * offer, as each is a session of its own.
 */
async function isBookedAgain(
  tx: Transaction,
  { booking, session }: Pick<LockedBooking, "booking" | "session">,
): Promise<boolean> {
  const { id, attendeeEmail, createdAt } = booking;
  const isLater = and(
    session.offerId === null ? wasBookedIn(tx, session.id) : isOfOffer(tx, session.offerId),
    eq(sql`lower(${sessionBookings.attendeeEmail})`, normalEmail(attendeeEmail)),
    ne(sessionBookings.id, id),
    gt(sessionBookings.createdAt, createdAt),
    ne(sessionBookings.status, "cancelled"),
  );
  return (await tx.$count(sessionBookings, isLater)) > 0;
}

function isOfOffer(tx: Transaction, offerId: string): SQL {
  const times = tx.select({ id: liveSessions.id }).from(liveSessions).where(eq(liveSessions.offerId, offerId));
  return inArray(sessionBookings.sessionId, times);
}

/** A full refund cancels the booking, unless an admin or the cancellation of one ticket made it. */
async function applyRefund(tx: Transaction, services: Services, locked: LockedBooking, refunded: RefundFacts) {
  const { session } = locked;
  const { payment, refund, isInFull } = refunded;
  const hasPlace = locked.booking.status === "completed";
  const keepsPlace = refund.reason === "admin" || refund.reason === "cancelled";
  const isPlaceGone = hasPlace && isInFull && locked.booking.paymentStatus === "paid" && !keepsPlace;
  const booking = isPlaceGone
    ? await releasePlace(tx, services, locked, { kind: "refunded_at_stripe" })
    : await syncPaymentStatus(tx, services, locked.booking, isInFull);
  if (refund.state === "failed") await mailRefundFailed(tx, services, { booking, session, refund });
  // Refunds outside Stripe are paid by the admin.
  if (refund.state !== "succeeded" || isAnnounced(refund) || payment.provider !== "stripe") return;
  await mailRefunded(tx, services, {
    booking,
    session,
    refund,
    isInFull,
    isPlaceGone,
    isRest: isInFull && refund.amountMinor < payment.amountMinor,
  });
}

/** Changes the payment status only: a place that was given up does not come back when the bank returns a refund. */
async function syncPaymentStatus(
  tx: Transaction,
  { clock }: Services,
  booking: Booking,
  isInFull: boolean,
): Promise<Booking> {
  const hasPlace = booking.status === "completed";
  if (isInFull && booking.paymentStatus === "paid") {
    return changeState(tx, booking, hasPlace ? "completed refunded" : "cancelled refunded", clock.now());
  }
  if (!isInFull && booking.paymentStatus === "refunded") {
    return changeState(tx, booking, hasPlace ? "completed paid" : "cancelled paid", clock.now());
  }
  return booking;
}
