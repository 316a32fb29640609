import type { Queryable, Transaction } from "@db/client";
import { type Booking, bookingTickets, type Ticket } from "@db/schema";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { splitEvenly } from "../../selling/money/quote";
import { namesIn } from "./schemas";

export async function listTickets(db: Queryable, booking: Pick<Booking, "id">): Promise<Ticket[]> {
  return (await listTicketsOf(db, [booking])).get(booking.id) ?? [];
}

export async function listTicketsOf(db: Queryable, bookings: Pick<Booking, "id">[]): Promise<Map<string, Ticket[]>> {
  const found = new Map<string, Ticket[]>();
  if (bookings.length === 0) return found;
  const ids = bookings.map(({ id }) => id);
  const rows = await db
    .select()
    .from(bookingTickets)
    .where(inArray(bookingTickets.bookingId, ids))
    .orderBy(asc(bookingTickets.number));
  for (const ticket of rows) found.set(ticket.bookingId, [...(found.get(ticket.bookingId) ?? []), ticket]);
  return found;
}

type NamedTicket = Pick<Ticket, "name" | "number">;

/** Returns a new booking's tickets, named from the second one on. Throws invalid if there are more names than tickets. */
export function newTickets(typed: string | undefined, quantity: number): NamedTicket[] {
  const names = namesIn(typed);
  if (names.length >= quantity && names.length > 0) {
    throw new DomainError("invalid", tooManyNames(names.length, quantity), { field: "ticketNames" });
  }
  return Array.from({ length: quantity }, (_, index) => ({ number: index + 1, name: names[index - 1] ?? null }));
}

/** Writes the names into the rows that the trigger has added. */
export async function nameTickets(tx: Transaction, { id }: Booking, tickets: NamedTicket[]): Promise<void> {
  const named = tickets.filter(({ name }) => name !== null);
  if (named.length === 0) return;
  const names = sql`case ${bookingTickets.number} ${sql.join(
    named.map(({ number, name }) => sql`when ${number}::int then ${name}::text`),
    sql` `,
  )} else ${bookingTickets.name} end`;
  await tx.update(bookingTickets).set({ name: names }).where(eq(bookingTickets.bookingId, id));
}

const tooManyNames = (names: number, quantity: number): string =>
  quantity === 1
    ? "One ticket needs no further name. Please choose more tickets or remove the names."
    : `That is ${names === 1 ? "1 name" : `${names} names`} besides your own for ${quantity} tickets.`;

/** Returns a ticket's part of what was agreed for all tickets; the parts add up to it. */
export function shareOf({ totalMinor }: Pick<Booking, "totalMinor">, tickets: Ticket[], { number }: Ticket): number {
  return splitEvenly(totalMinor, tickets.length)[number - 1] ?? 0;
}

export const isActive = ({ cancelledAt }: Pick<Ticket, "cancelledAt">): boolean => cancelledAt === null;

export const liveTotalMinor = (booking: Booking, tickets: Ticket[]): number =>
  tickets.filter(isActive).reduce((sum, ticket) => sum + shareOf(booking, tickets, ticket), 0);

type Holder = Pick<Booking, "attendeeFirstName" | "attendeeLastName">;

export function ticketName(booking: Holder, { name, number }: Pick<Ticket, "name" | "number">): string {
  const attendee = `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim();
  return name ?? (number === 1 ? attendee : `${attendee} (ticket ${number})`);
}
