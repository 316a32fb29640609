import type { Transaction } from "@db/client";
import { type Booking, bookingTickets, type LiveSession, sessionBookings, type Ticket } from "@db/schema";
import { eq } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { lockPaid } from "../../../payments/lock";
import type { UnpaidOutcome } from "../../../payments/payable";
import { leftOf, type PaidPayment, splitOver } from "../../../payments/paid-payments";
import { type OwedRefund, refundAll, refundPart } from "../../../payments/refunds";
import { lockPassesInLine } from "../../../catalogue/passes/lock";
import { returnCredits, type ReturnedCredits } from "../../../catalogue/passes/use-pass";
import { offerPlaces, reopenOffer } from "../../waitlist/offers";
import { isRescheduledSince } from "../cancellation";
import { returnShare } from "./course-share";
import { lockBooking, type LockedBooking } from "../lock";
import { mailCancelled, mailCancelledByRefund, mailTicketCancelled } from "../mails/mail-cancelled";
import { mailUnpaid } from "../mails/mail-money";
import { isActive, listTickets, liveTotalMinor, shareOf } from "../tickets";
import { cancelPlace, changePaymentStatus } from "../transitions";

type ReleaseReason =
  /** `isCourseEnding`: a date of a course is cancelled with the others, not given up by itself. */
  | { kind: "by_attendee"; isCourseEnding?: boolean }
  | { kind: "by_admin"; isRefunded: boolean }
  | { kind: "refunded_by_hand"; owed: OwedRefund[] }
  | { kind: "refunded_at_stripe" }
  | ({ kind: "unpaid" } & UnpaidOutcome);

type HeldPlace = { booking: Booking; session: LiveSession };

/** Releases the place of a locked booking: the only way to do so. */
export async function releasePlace(
  tx: Transaction,
  services: Services,
  { booking, session }: HeldPlace,
  reason: ReleaseReason,
): Promise<Booking> {
  const released = await moveStatus(tx, services, booking, reason);
  const money = await settleMoney(tx, services, { booking, session }, reason);
  await lockPassesInLine(tx, session, booking);
  const credits = await returnAllCredits(tx, services, booking, reason.kind === "unpaid");
  if (reason.kind === "unpaid" && reason.isPageMissing)
    await reopenOffer(tx, services, { bookingId: booking.id, session });
  await offerPlaces(tx, services, session);
  await sendMails(tx, services, { booking: released, session }, reason, { ...money, credits });
  return released;
}

type Money = { owed: OwedRefund[]; isKept: boolean };

/** Gives back the credits of a locked booking that a pass has paid for. Safe to repeat. */
export async function returnAllCredits(
  tx: Transaction,
  services: Services,
  booking: Booking,
  isUnpaid = false,
): Promise<ReturnedCredits | null> {
  const { passId } = booking;
  if (passId === null) return null;
  const ticketIds = (await listTickets(tx, booking)).map(({ id }) => id);
  return returnCredits(tx, services, { passId, ticketIds, isUnpaid });
}

/** Refunds a locked booking, or records that the admin keeps the money. Safe to repeat. */
export async function refundOrKeep(
  tx: Transaction,
  services: Pick<Services, "clock">,
  booking: Booking,
  isRefunded: boolean,
): Promise<Money> {
  const { id } = booking;
  if (isRefunded) return { owed: await refundRest(tx, services, booking, "admin"), isKept: false };
  const isKept = (await lockPaid(tx, { kind: "booking", id: id })).some(hasMoneyLeft);
  if (isKept)
    await tx.update(sessionBookings).set({ refundWaivedAt: services.clock.now() }).where(eq(sessionBookings.id, id));
  return { owed: [], isKept };
}

/** Returns what `refundRest` would refund now. */
export function restOf(tickets: Ticket[], paid: PaidPayment[]) {
  const wantedMinor = tickets.some(({ refundWaivedAt }) => refundWaivedAt) ? liveTotalMinor(tickets) : Infinity;
  return splitOver(paid, wantedMinor).map(({ payment, amountMinor }) => ({
    ...payment,
    paidMinor: payment.amountMinor,
    amountMinor,
  }));
}

/** Refunds what is left of a locked booking, without shares that the admin kept with a cancelled ticket. */
export async function refundRest(
  tx: Transaction,
  services: Pick<Services, "clock">,
  booking: Booking,
  reason: "admin" | "cancelled",
): Promise<OwedRefund[]> {
  if (booking.coursePurchaseId !== null) return returnShare(tx, services, booking, reason);
  const cause = { kind: "booking", id: booking.id } as const;
  const tickets = await listTickets(tx, booking);
  const waivedAt = tickets.find(({ refundWaivedAt }) => refundWaivedAt)?.refundWaivedAt;
  if (!waivedAt) return refundAll(tx, cause, reason);
  // What a bank has taken may come back, and is then refunded without the kept shares.
  if ((await lockPaid(tx, cause)).every(({ takenByBankMinor }) => takenByBankMinor === 0)) {
    await tx.update(sessionBookings).set({ refundWaivedAt: waivedAt }).where(eq(sessionBookings.id, booking.id));
  }
  return refundPart(tx, cause, liveTotalMinor(tickets), reason);
}

function moveStatus(tx: Transaction, { clock }: Services, booking: Booking, reason: ReleaseReason): Promise<Booking> {
  if (reason.kind === "unpaid") return changePaymentStatus(tx, booking, reason.outcome, clock.now());
  if (reason.kind === "refunded_at_stripe") return changePaymentStatus(tx, booking, "refunded", clock.now());
  return cancelPlace(tx, booking, clock.now());
}

async function settleMoney(
  tx: Transaction,
  services: Services,
  { booking, session }: HeldPlace,
  reason: ReleaseReason,
): Promise<Money> {
  switch (reason.kind) {
    case "by_attendee":
      if (!reason.isCourseEnding && keepsShare(booking, session)) return { owed: [], isKept: true };
      return { owed: await refundRest(tx, services, booking, "cancelled"), isKept: false };
    case "by_admin":
      return refundOrKeep(tx, services, booking, reason.isRefunded);
    case "refunded_by_hand":
      return { owed: reason.owed, isKept: false };
    case "refunded_at_stripe":
    case "unpaid":
      return { owed: [], isKept: false };
  }
}

/**
 * A date of a course that is given up keeps its share: it may be made up, or the whole course be cancelled. One that the
 * instructor has moved returns it.
 */
const keepsShare = (booking: Booking, session: LiveSession): boolean =>
  booking.coursePurchaseId !== null && !isRescheduledSince(booking, session);

async function sendMails(
  tx: Transaction,
  services: Services,
  released: HeldPlace,
  reason: ReleaseReason,
  money: Money & { credits: ReturnedCredits | null },
) {
  if (reason.kind === "refunded_at_stripe") return mailCancelledByRefund(tx, services, released);
  if (reason.kind !== "unpaid") return mailCancelled(tx, services, { ...released, ...money });
  const { completedPaymentId: paymentId } = reason;
  if (paymentId) await mailUnpaid(tx, services, { ...released, paymentId, credits: money.credits });
}

type LockedTicket = LockedBooking & { ticket: Ticket; tickets: Ticket[] };

/** Locks as `lockBooking` does; a booking's lock covers its tickets. Throws not_found, busy. */
export async function lockTicket(
  tx: Transaction,
  { bookingId, ticketId }: { bookingId: string; ticketId: string },
): Promise<LockedTicket> {
  const locked = await lockBooking(tx, bookingId);
  const tickets = locked ? await listTickets(tx, locked.booking) : [];
  const ticket = tickets.find(({ id }) => id === ticketId);
  if (!locked || !ticket) throw new DomainError("not_found", "Ticket not found");
  return { ...locked, ticket, tickets };
}

export const isGone = ({ booking, ticket }: LockedTicket): boolean =>
  booking.status === "cancelled" || !isActive(ticket);

type Reason = { kind: "by_attendee" } | { kind: "by_admin"; isRefunded: boolean };

export async function releaseTicket(
  tx: Transaction,
  services: Services,
  { booking, session, ticket, tickets }: LockedTicket,
  reason: Reason,
): Promise<void> {
  if (tickets.filter(isActive).length === 1) {
    await releasePlace(tx, services, { booking, session }, reason);
    return;
  }
  const cancelledAt = services.clock.now();
  const shareMinor = shareOf(ticket);
  const isWaived = reason.kind === "by_admin" && !reason.isRefunded;
  const isKept =
    isWaived && shareMinor > 0 && (await lockPaid(tx, { kind: "booking", id: booking.id })).some(hasMoneyLeft);
  await tx
    .update(bookingTickets)
    .set({ cancelledAt, refundWaivedAt: isKept ? cancelledAt : null })
    .where(eq(bookingTickets.id, ticket.id));
  const left = await reduceQuantity(tx, booking);
  const owed = isWaived ? [] : await refundPart(tx, { kind: "booking", id: booking.id }, shareMinor, "cancelled");
  await lockPassesInLine(tx, session, booking);
  const credits = await returnCredits(tx, services, { passId: booking.passId, ticketIds: [ticket.id] });
  await offerPlaces(tx, services, session);
  await mailTicketCancelled(tx, services, { booking: left, session, ticket, owed, isKept, credits });
}

const hasMoneyLeft = (paid: Parameters<typeof leftOf>[0]): boolean => leftOf(paid) > 0;

async function reduceQuantity(tx: Transaction, booking: Booking): Promise<Booking> {
  const quantity = booking.quantity - 1;
  await tx.update(sessionBookings).set({ quantity }).where(eq(sessionBookings.id, booking.id));
  return { ...booking, quantity };
}
