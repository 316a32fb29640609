import type { Queryable } from "@db/client";
import { type CreditEntry, creditEntries } from "@db/schema";
import { and, eq, inArray, notExists, sql, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

/** Lists what tickets have taken and not got back. It is exact while their pass is locked. */
export function listTaken(db: Queryable, ticketIds: string[] | SQLWrapper): Promise<CreditEntry[]> {
  const returned = alias(creditEntries, "returned");
  const isReturned = db
    .select({ one: sql`1` })
    .from(returned)
    .where(eq(returned.takenId, creditEntries.id));
  return db
    .select()
    .from(creditEntries)
    .where(and(inArray(creditEntries.ticketId, ticketIds), eq(creditEntries.kind, "taken"), notExists(isReturned)));
}

/** Returns how many credits would come back onto passes with tickets. */
export const sumTaken = async (db: Queryable, ticketIds: string[] | SQLWrapper): Promise<number> =>
  (await listTaken(db, ticketIds)).reduce((sum, { amount }) => sum - amount, 0);

/** Returns how many credits each ticket of a booking has taken and not got back; none without a pass. */
export async function readTaken(
  db: Queryable,
  { passId }: { passId: string | null },
  tickets: { id: string }[],
): Promise<Map<string, number>> {
  if (passId === null) return new Map();
  const ids = tickets.map(({ id }) => id);
  return new Map((await listTaken(db, ids)).map(({ ticketId, amount }) => [ticketId ?? "", -amount]));
}
