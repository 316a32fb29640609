import type { Transaction } from "@db/client";
import { type Booking, bookingTickets, sessionBookings, type Ticket } from "@db/schema";
import { one } from "@db/one";
import { eq } from "drizzle-orm";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { refundPart } from "../payments/refunds";
import { offerPlaces } from "../waitlist/offers";
import { lockBooking, type LockedBooking } from "./lock";
import { mailTicketCancelled } from "./mail-cancelled";
import { releasePlace } from "./release";
import { isLive, listTickets, shareOf } from "./tickets";

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

export const isGone = ({ booking, ticket }: LockedTicket): boolean => booking.status === "cancelled" || !isLive(ticket);

type Reason = { kind: "by_attendee" } | { kind: "by_admin"; isRefunded: true };

export async function releaseTicket(
  tx: Transaction,
  services: Services,
  { booking, session, ticket, tickets }: LockedTicket,
  reason: Reason,
): Promise<void> {
  if (tickets.filter(isLive).length === 1) {
    await releasePlace(tx, services, { booking, session }, reason);
    return;
  }
  const cancelledAt = services.clock.now();
  await tx.update(bookingTickets).set({ cancelledAt }).where(eq(bookingTickets.id, ticket.id));
  const left = await reduceQuantity(tx, booking);
  const owed = await refundPart(tx, { bookingId: booking.id }, shareOf(booking, tickets, ticket), "cancelled");
  await offerPlaces(tx, services, session);
  await mailTicketCancelled(tx, services, { booking: left, session, ticket, owed });
}

async function reduceQuantity(tx: Transaction, { id, quantity }: Booking): Promise<Booking> {
  return one(
    await tx
      .update(sessionBookings)
      .set({ quantity: quantity - 1 })
      .where(eq(sessionBookings.id, id))
      .returning(),
    "booking",
  );
}
