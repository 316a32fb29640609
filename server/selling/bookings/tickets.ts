import type { Queryable, Transaction } from "@db/client";
import { type Booking, bookingTickets, priceRates, type Ticket } from "@db/schema";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import { type Currency, formatAmount } from "../../core/money";
import type { AgreedTicket } from "../../platform/money/quote";
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

/** Tells apart the shares of tickets, in their order; the trigger has made them even. They add up to the total. */
export async function storeShares(tx: Transaction, { id }: Pick<Booking, "id">, shares: number[]): Promise<void> {
  const cases = shares.map((share, index) => sql`when ${index + 1}::int then ${share}::int`);
  const shareMinor = sql`case ${bookingTickets.number} ${sql.join(cases, sql` `)} else ${bookingTickets.shareMinor} end`;
  await tx.update(bookingTickets).set({ shareMinor }).where(eq(bookingTickets.bookingId, id));
}

/** Stores what each ticket costs and at which rate it was booked; the others are paid otherwise and cost nothing. */
export async function storeTicketPrices(
  tx: Transaction,
  { id }: Pick<Booking, "id">,
  priced: AgreedTicket[],
): Promise<void> {
  const given = JSON.stringify(
    priced.map(({ index, shareMinor, listMinor, rate }) => ({
      number: index + 1,
      share: shareMinor,
      list: listMinor,
      rate: rate?.id ?? null,
      name: rate?.name ?? null,
    })),
  );
  await tx.execute(sql`update booking_tickets set share_minor = coalesce(given.share, 0), list_price_minor = given.list,
      price_rate_id = given.rate, price_rate_name = given.name
    from booking_tickets as own left join jsonb_to_recordset(${given}::jsonb)
      as given(number integer, share integer, list integer, rate uuid, name text) on given.number = own.number
    where own.booking_id = ${id} and booking_tickets.id = own.id`);
}

/** Returns what the tickets of a booking cost each, where they may differ. */
export const readRatesOf = async (db: Queryable, booking: Pick<Booking, "id" | "currency">): Promise<string | null> =>
  describeRates(await listTickets(db, booking), booking.currency);

/** Finds the rates of a moved booking's tickets at its new session, by their names. */
export async function moveRates(tx: Transaction, { id, sessionId }: Pick<Booking, "id" | "sessionId">): Promise<void> {
  const sameName = sql`(select ${priceRates.id} from ${priceRates}
    where ${priceRates.sessionId} = ${sessionId} and lower(${priceRates.name}) = lower(${bookingTickets.priceRateName}))`;
  await tx.update(bookingTickets).set({ priceRateId: sameName }).where(eq(bookingTickets.bookingId, id));
}

type RatedTicket = Pick<Ticket, "priceRateName" | "listPriceMinor">;

/**
 * Returns the rates and list prices of a booking's tickets, for those who pay and who are paid; null without any. Those
 * that are cancelled are among them, as the price beside which it stands is that of all.
 */
export function describeRates(tickets: RatedTicket[], currency: Currency): string | null {
  const texts = tickets.flatMap(({ priceRateName, listPriceMinor }) => {
    if (listPriceMinor === null) return [];
    const price = formatAmount({ amountMinor: listPriceMinor, currency });
    return [priceRateName === null ? price : `${priceRateName} at ${price}`];
  });
  if (texts.length === 0 || (tickets.length === 1 && tickets[0]?.priceRateName === null)) return null;
  const counted = [...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length] as const);
  return counted.map(([text, count]) => (count > 1 ? `${count} × ${text}` : text)).join(", ");
}

/** Returns a ticket's part of what was agreed for all tickets; the parts add up to it. */
export const shareOf = ({ shareMinor }: Pick<Ticket, "shareMinor">): number => shareMinor;

export const isActive = ({ cancelledAt }: Pick<Ticket, "cancelledAt">): boolean => cancelledAt === null;

export const liveTotalMinor = (tickets: Ticket[]): number =>
  tickets.filter(isActive).reduce((sum, ticket) => sum + shareOf(ticket), 0);

/** Returns the shares of cancelled tickets that the admin keeps. */
export const keptTotalMinor = (tickets: Pick<Ticket, "refundWaivedAt" | "shareMinor">[]): number =>
  tickets.filter(({ refundWaivedAt }) => refundWaivedAt !== null).reduce((sum, ticket) => sum + shareOf(ticket), 0);

type Holder = Pick<Booking, "attendeeFirstName" | "attendeeLastName">;

export function ticketName(booking: Holder, { name, number }: Pick<Ticket, "name" | "number">): string {
  const attendee = `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim();
  return name ?? (number === 1 ? attendee : `${attendee} (ticket ${number})`);
}
