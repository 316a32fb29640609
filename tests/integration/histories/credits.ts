import { expect } from "vitest";
import type { Books } from "./books";

/** Expects every credit of every pass to be explained, no balance below 0, and no ticket to be paid for twice. */
export function expectCreditsToBeExplained(books: Books): void {
  for (const pass of books.passes) {
    const own = books.credits.filter(({ passId }) => passId === pass.id);
    const left = sumOf(own);
    expect(left, "balance of a pass").toBeGreaterThanOrEqual(0);
    const live = takenNow(books).filter(({ passId, ticketId }) => passId === pass.id && isLiveTicket(books, ticketId));
    const [expired, refunded, adjusted] = (["expired", "refunded", "adjusted"] as const).map((kind) =>
      sumOf(own.filter((entry) => entry.kind === kind)),
    );
    expect(left - sumOf(live) - expired! - refunded! - adjusted!, "credits granted with a pass").toBe(pass.credits);
  }
  expectTicketsToBePaidOnce(books);
}

/** Returns the entries that took a credit for a ticket and have not been given back. */
export function takenNow({ credits }: Books) {
  const returned = new Set(credits.map(({ takenId }) => takenId));
  return credits.filter(({ kind, id }) => kind === "taken" && !returned.has(id));
}

/** Returns whether a ticket is of a booking that goes on. */
export function isLiveTicket({ tickets, live }: Books, ticketId: string | null): boolean {
  const ticket = tickets.find(({ id, cancelledAt }) => id === ticketId && cancelledAt === null);
  return ticket !== undefined && live.some(({ id }) => id === ticket.bookingId);
}

/** Expects a live ticket to have a credit or a share of money, never both, and a cancelled one to have neither. */
export function expectTicketsToBePaidOnce(books: Books): void {
  const taken = new Set(takenNow(books).map(({ ticketId }) => ticketId));
  for (const booking of books.bookings) {
    const tickets = books.tickets.filter(({ bookingId }) => bookingId === booking.id);
    const live = tickets.filter(({ id }) => isLiveTicket(books, id));
    const withCredit = tickets.filter(({ id }) => taken.has(id));
    expect(
      withCredit.filter((ticket) => !live.includes(ticket)),
      "cancelled tickets that kept a credit",
    ).toEqual([]);
    expect(
      withCredit.filter(({ shareMinor }) => shareMinor > 0),
      "tickets that are paid by money and by a credit",
    ).toEqual([]);
    const paid = books.payments.filter(({ state, bookingId }) => state === "paid" && bookingId === booking.id);
    expect(booking.totalMinor === 0 ? paid : [], "payments for tickets that a pass has paid for").toEqual([]);
    if (booking.passId === null || booking.appliedDiscountCode !== null) continue;
    const unpaid = live.filter((ticket) => !withCredit.includes(ticket) && ticket.shareMinor === 0);
    expect(unpaid, "tickets that neither money nor a credit has paid for").toEqual([]);
  }
}

const sumOf = (entries: { amount: number }[]) => entries.reduce((sum, { amount }) => sum + amount, 0);
