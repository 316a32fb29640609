import { and, asc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { recordings } from "@db/schema";
import type { Collection } from "../access";

/** A collection's recordings in their order, by their ids. */
export async function orderOf(db: Queryable, collection: Collection): Promise<string[]> {
  const rows = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(eq(recordings.collection, collection))
    .orderBy(asc(recordings.orderIndex), asc(recordings.createdAt), asc(recordings.id));
  return rows.map(({ id }) => id);
}

/**
 * Puts a recording at a place of its collection, from 0, and numbers all of them anew: no index is there twice and none
 * is left out. The library must be locked.
 */
export async function putAt(
  tx: Transaction,
  { collection, id }: { collection: Collection; id: string },
  place: number,
): Promise<void> {
  const order = (await orderOf(tx, collection)).filter((other) => other !== id);
  order.splice(Math.max(0, place), 0, id);
  await renumber(tx, collection, order);
}

/** Numbers a collection's recordings from 0, in the order given. */
export async function renumber(tx: Transaction, collection: Collection, order: string[]): Promise<void> {
  const wanted = sql`(array_position(${sql.param(order)}::uuid[], ${recordings.id}) - 1)`;
  await tx
    .update(recordings)
    .set({ orderIndex: wanted })
    .where(and(eq(recordings.collection, collection), sql`${recordings.orderIndex} <> ${wanted}`));
}
