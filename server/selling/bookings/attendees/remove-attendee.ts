import type { Queryable, Transaction } from "@db/client";
import { type Booking, sessionBookings, type Ticket } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { Context, MemberContext } from "../../../core/context";
import { shownEmail } from "../../../core/email-address";
import { DomainError } from "../../../core/errors";
import { referenceOf } from "../../../core/reference";
import { inTransaction } from "../../../core/transaction";
import { attendeeOf } from "../../../platform/mail/templates";
import { printCredits } from "../../../platform/money/print-order";
import { readTaken } from "../../../catalogue/passes/list-taken";
import { listPendingByHand } from "../../../payments/outside-payments";
import { listPaid, splitOver } from "../../../payments/paid-payments";
import { findSession } from "../../../catalogue/schedule/find-session";
import { releaseHold } from "../cancel/cancel-booking";
import { lockListedBooking, requireListedBooking } from "../lock";
import { refundFacts } from "../mails/mail-booking";
import { isGone, lockTicket, refundOrKeep, releasePlace, releaseTicket, restOf } from "../cancel/release";
import { isActive, listTickets, shareOf, ticketName } from "../tickets";
import type { CancelledTicket, Removal } from "./schemas";

type TicketRef = Pick<CancelledTicket, "bookingId" | "ticketId">;

export async function getRemoval({ db }: Context, { bookingId }: { bookingId: string }) {
  const booking = await requireListedBooking(db, bookingId);
  const session = await findSession(db, booking.sessionId);
  const tickets = await listTickets(db, booking);
  return {
    sessionId: session.id,
    title: session.title,
    ...attendeeOf(booking),
    email: shownEmail(booking.attendeeEmail),
    reference: referenceOf(booking),
    isPending: booking.status === "pending",
    isCancelled: booking.status === "cancelled",
    refund: refundFacts(await readRest(db, booking, tickets)),
    credits: await creditsOf(db, booking, tickets),
  };
}

/** Returns what removing a booking would refund; for a date of a course, its share. */
async function readRest(db: Queryable, booking: Booking, tickets: Ticket[]) {
  const { coursePurchaseId: id, payerShare, shareReturnedAt } = booking;
  if (id === null) return restOf(tickets, await listPaid(db, { kind: "booking", id: booking.id }));
  const paid = await listPaid(db, { kind: "purchase", id });
  const parts = splitOver(paid, shareReturnedAt ? 0 : (payerShare ?? 0));
  return parts.map(({ payment, amountMinor }) => ({ ...payment, paidMinor: payment.amountMinor, amountMinor }));
}

/** Returns the credits that come back onto a pass with tickets, such as "2 credits"; null if none do. */
async function creditsOf(db: Queryable, { passId }: Booking, tickets: Ticket[]): Promise<string | null> {
  const taken = await readTaken(db, { passId }, tickets);
  const credits = [...taken.values()].reduce((sum, amount) => sum + amount, 0);
  return credits > 0 ? printCredits(credits) : null;
}

const failure = "Failed to remove attendee. Please try again.";

type RemovedAttendee = {
  owedByHand: string | null;
};

/** Removes an attendee from all lists, not from the ledger. Throws changed_meanwhile (paid just now), busy. */
export async function removeAttendee(ctx: MemberContext, { bookingId, refund }: Removal): Promise<RemovedAttendee> {
  const found = await requireListedBooking(ctx.db, bookingId);
  if (found.status === "pending") await endHold(ctx, found);
  return inTransaction(
    ctx,
    async (tx) => {
      const { session, booking } = await lockListedBooking(tx, bookingId);
      if (booking.status === "pending") throw new DomainError("busy", failure);
      const isRefunded = refund === "yes";
      if (booking.status === "cancelled") await refundOrKeep(tx, ctx, booking, isRefunded);
      else await releasePlace(tx, ctx, { booking, session }, { kind: "by_admin", isRefunded });
      await archive(tx, ctx, booking, isRefunded);
      return { owedByHand: await owedByHandOf(tx, bookingId) };
    },
    failure,
  );
}

/** Throws not_found. */
export async function getTicketRemoval({ db }: Context, { bookingId, ticketId }: TicketRef) {
  const booking = await requireListedBooking(db, bookingId);
  const session = await findSession(db, booking.sessionId);
  const tickets = await listTickets(db, booking);
  const ticket = tickets.find(({ id }) => id === ticketId);
  if (!ticket) throw new DomainError("not_found", "Ticket not found");
  const paid = await listPaid(db, { kind: "booking", id: bookingId });
  return {
    sessionId: session.id,
    title: session.title,
    name: ticketName(booking, ticket),
    booker: attendeeOf(booking).name,
    reference: referenceOf(booking),
    canCancel: booking.status !== "cancelled" && booking.status !== "pending" && isActive(ticket),
    isLast: booking.quantity === 1,
    refund: refundFacts(
      splitOver(paid, shareOf(ticket)).map(({ payment, amountMinor }) => ({
        ...payment,
        amountMinor,
      })),
    ),
    credits: await creditsOf(db, booking, [ticket]),
  };
}

/** Cancels one ticket, with a refund of its share or without; with the last one the booking. Throws not_found, closed (a hold), busy. */
export async function cancelAttendeeTicket(
  ctx: MemberContext,
  { bookingId, ticketId, refund }: CancelledTicket,
): Promise<RemovedAttendee> {
  await requireListedBooking(ctx.db, bookingId);
  return inTransaction(
    ctx,
    async (tx) => {
      const locked = await lockTicket(tx, { bookingId, ticketId });
      if (locked.booking.status === "pending") {
        throw new DomainError("closed", "This booking isn’t paid yet, so you can only remove the whole booking.");
      }
      if (!isGone(locked)) {
        await releaseTicket(tx, ctx, locked, { kind: "by_admin", isRefunded: refund === "yes" });
        await audit(tx, ctx, "booking.ticket_cancelled", bookingId, {
          ticket: locked.ticket.number,
          isRefunded: refund === "yes",
        });
      }
      return { owedByHand: await owedByHandOf(tx, bookingId) };
    },
    "Failed to cancel the ticket. Please try again.",
  );
}

async function owedByHandOf(tx: Transaction, bookingId: string): Promise<string | null> {
  const owed = await listPendingByHand(tx, { kind: "booking", id: bookingId });
  return refundFacts(owed.map((part) => ({ ...part, provider: "outside" }))).byHand;
}

async function endHold(ctx: MemberContext, booking: Booking): Promise<void> {
  const { outcome } = await releaseHold(ctx, booking);
  if (outcome === "cancelled") return;
  throw new DomainError(
    "changed_meanwhile",
    "They have just paid. Check the booking, then remove them if you still want to.",
  );
}

async function archive(tx: Transaction, ctx: MemberContext, { id }: Booking, isRefunded: boolean) {
  await tx.update(sessionBookings).set({ archivedAt: ctx.clock.now() }).where(eq(sessionBookings.id, id));
  await audit(tx, ctx, "booking.removed", id, { isRefunded });
}
