import type { LatePaymentReason } from "@emails/parts/props";
import { and, eq, gt, lte, ne, notExists, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { type Booking, payments, sessionBookings } from "@db/schema";
import { isDeletedAddress, normalEmail } from "../core/email-address";
import type { Services } from "../core/services";
import { attendeeOf } from "../mail/mail-facts";
import type { Payment } from "../payments/paid-payments";
import type { Payable, Refunded } from "../payments/payable";
import { availabilityOf, countPlacesOf } from "../schedule/places";
import { sessionFacts } from "../schedule/session-facts";
import { lockBooking, type LockedBooking } from "./lock";
import { mailBooking } from "./mail-booking";
import { mailLateRefund, mailRefunded, mailRefundFailed } from "./mail-money";
import { releasePlace } from "./release";
import { moveBooking, moveTo, stateOf } from "./transitions";

/** What payments mean for a booking and its place. */
export const bookingPayable: Payable<LockedBooking> = {
  async read(db, id) {
    const [booking] = await db.select().from(sessionBookings).where(eq(sessionBookings.id, id));
    return booking ? payableState(booking) : null;
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
  onPaid: completeOrRefuse,
  async onUnpaid(tx, services, locked, unpaid) {
    await releasePlace(tx, services, locked, { kind: "unpaid", ...unpaid });
  },
  onRefunded: followRefund,
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
    .where(
      and(eq(sessionBookings.status, "pending"), lte(sessionBookings.holdUntil, before), notExists(hasOpenPayment)),
    )
    .limit(limit);
}

const payableState = (booking: Booking) => ({
  status: stateOf(booking),
  isPending: booking.status === "pending",
  holdUntil: booking.holdUntil,
  isGivenUp: booking.status === "cancelled",
});

/** Late money gets a place that is still free; where there is none, it is to go back. */
async function completeOrRefuse(
  tx: Transaction,
  services: Services,
  locked: LockedBooking,
  payment: Payment,
): Promise<"kept" | "returned"> {
  const { booking, session } = locked;
  const now = services.clock.now();
  const reason = await reasonToRefund(tx, now, locked, payment);
  if (!reason) {
    const completed = await moveBooking(tx, booking, "paid", now);
    await mailBooking(tx, services, { booking: completed, session });
    return "kept";
  }
  if (booking.paymentStatus === "pending") {
    await releasePlace(tx, services, locked, { kind: "unpaid", outcome: "cancelled", completedPaymentId: null });
  }
  await mailLateRefund(tx, services, { booking, session, payment, reason });
  return "returned";
}

/** A held place is kept even past the start: it was paid for in time, as Stripe closes the page with the hold. */
async function reasonToRefund(
  tx: Transaction,
  now: Date,
  { session, booking, isCodeFree }: LockedBooking,
  payment: Payment,
): Promise<LatePaymentReason | null> {
  if (session.cancelledAt) return "session_cancelled";
  if (booking.paymentStatus === "pending") return null;
  if (isDeletedAddress(booking.attendeeEmail)) return "account_deleted";
  if (booking.status !== "cancelled") return "paid_already";
  // It was paid for and cancelled before: this is a second payment, for a place that is not wanted any more.
  if (booking.paymentStatus === "paid" || booking.paymentStatus === "refunded") return "booking_cancelled";
  // They were told to book again, and did: one place is wanted, and paid for there.
  if (payment.completedUnpaidAt && (await isBookedAgain(tx, booking))) return "booked_again";
  if (!isCodeFree) return "code_used";
  const availability = availabilityOf(session, await countPlacesOf(tx, session.id), now);
  if (availability === "open") return null;
  return availability === "closed" ? "session_begun" : "place_released";
}

/** Tells whether the same address has booked the session since, and has that place or is paying for it. */
async function isBookedAgain(tx: Transaction, { id, sessionId, attendeeEmail, createdAt }: Booking): Promise<boolean> {
  const isLater = and(
    eq(sessionBookings.sessionId, sessionId),
    eq(sql`lower(${sessionBookings.attendeeEmail})`, normalEmail(attendeeEmail)),
    ne(sessionBookings.id, id),
    gt(sessionBookings.createdAt, createdAt),
    ne(sessionBookings.status, "cancelled"),
  );
  return (await tx.$count(sessionBookings, isLater)) > 0;
}

/** A refund of everything cancels the booking; where the instructor makes it, the place stays unless she releases it. */
async function followRefund(tx: Transaction, services: Services, locked: LockedBooking, refunded: Refunded) {
  const { session } = locked;
  const { payment, refund, isInFull } = refunded;
  const isLive = locked.booking.status === "completed";
  const isPlaceGone = isLive && isInFull && locked.booking.paymentStatus === "paid" && refund.reason !== "admin";
  const booking = isPlaceGone
    ? await releasePlace(tx, services, locked, { kind: "refunded_at_stripe" })
    : await followMoney(tx, services, locked.booking, isInFull);
  if (refund.state === "failed") await mailRefundFailed(tx, services, { booking, session, refund });
  // Late payers were told when the refund was made, and what was paid outside Stripe the instructor hands over.
  if (refund.state !== "succeeded" || refund.reason === "late_payment" || payment.provider !== "stripe") return;
  await mailRefunded(tx, services, {
    ...{ booking, session, refund, isInFull, isPlaceGone },
    isRest: isInFull && refund.amountMinor < payment.amountMinor,
  });
}

/** The place stays as it is: one that went with a refund does not come back when the bank returns the money. */
async function followMoney(
  tx: Transaction,
  { clock }: Services,
  booking: Booking,
  isInFull: boolean,
): Promise<Booking> {
  const isLive = booking.status === "completed";
  if (isInFull && booking.paymentStatus === "paid") {
    return moveTo(tx, booking, isLive ? "completed refunded" : "cancelled refunded", clock.now());
  }
  if (!isInFull && booking.paymentStatus === "refunded") {
    return moveTo(tx, booking, isLive ? "completed paid" : "cancelled paid", clock.now());
  }
  return booking;
}
