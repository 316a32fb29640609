import type { Queryable } from "@db/client";
import { bookingTickets, type CreditEntry, creditEntries, liveSessions, sessionBookings } from "@db/schema";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

/** An entry with the booking and the session that it paid for. */
export type EntryRow = {
  entry: CreditEntry;
  bookingId: string | null;
  session: { id: string; title: string } | null;
};

/** Reads the entries of passes, oldest first. */
export function readEntries(db: Queryable, passIds: string[]): Promise<EntryRow[]> {
  const taken = alias(creditEntries, "taken");
  return db
    .select({
      entry: creditEntries,
      bookingId: sessionBookings.id,
      session: { id: liveSessions.id, title: liveSessions.title },
    })
    .from(creditEntries)
    .leftJoin(taken, eq(taken.id, creditEntries.takenId))
    .leftJoin(bookingTickets, eq(bookingTickets.id, sql`coalesce(${creditEntries.ticketId}, ${taken.ticketId})`))
    .leftJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .leftJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(inArray(creditEntries.passId, passIds))
    .orderBy(asc(creditEntries.createdAt), asc(creditEntries.kind), asc(creditEntries.id));
}
