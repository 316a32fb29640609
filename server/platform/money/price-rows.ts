import type { Queryable, Transaction } from "@db/client";
import { type PriceRate, priceRates } from "@db/schema";
import { and, asc, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { TakenRate } from "./session-price";

/** A rate as it is written, without its id and what it belongs to. */
export type NewRate = Pick<
  PriceRate,
  "kind" | "number" | "name" | "priceMinor" | "enteredPriceMinor" | "places" | "lastDay"
>;

/** What rates belong to. */
type PriceOwner = { sessionId: string } | { productId: string } | { offerId: string };

function ownerOf(owner: PriceOwner) {
  if ("sessionId" in owner) return { column: priceRates.sessionId, id: owner.sessionId };
  if ("productId" in owner) return { column: priceRates.productId, id: owner.productId };
  return { column: priceRates.offerId, id: owner.offerId };
}

/** Reads the rates of sessions, products or offers, by their ids. `taken` counts what is booked, held or sold at a rate. */
export async function readRates(
  db: Queryable,
  owners: PriceOwner[],
  taken: SQL<number>,
): Promise<Map<string, TakenRate[]>> {
  const found = new Map<string, TakenRate[]>();
  const [first] = owners;
  if (!first) return found;
  const rows = await db
    .select({ rate: priceRates, taken: sql<number>`(${taken})`.mapWith(Number) })
    .from(priceRates)
    .where(
      inArray(
        ownerOf(first).column,
        owners.map((owner) => ownerOf(owner).id),
      ),
    )
    .orderBy(asc(priceRates.number));
  for (const { rate, taken: count } of rows) {
    const id = rate.sessionId ?? rate.productId ?? rate.offerId ?? "";
    found.set(id, [...(found.get(id) ?? []), { ...rate, taken: count }]);
  }
  return found;
}

/**
 * Writes the rates of a session, product or offer, which is locked. A rate keeps its row, and so what was booked at it: that
 * with its name, wherever it stands now, or else that in its place.
 */
export async function writeRates(tx: Transaction, owner: PriceOwner, rates: NewRate[]): Promise<void> {
  const { column, id: ownerId } = ownerOf(owner);
  const isTheirs = eq(column, ownerId);
  const before = await tx.select().from(priceRates).where(isTheirs);
  const rows = matchRows(before, rates);
  const kept = rows.flatMap(({ id }) => id ?? []);
  await tx.delete(priceRates).where(and(isTheirs, kept.length > 0 ? notInArray(priceRates.id, kept) : undefined));
  // Names are unique: those that change places are set aside first.
  await tx
    .update(priceRates)
    .set({ name: sql`${priceRates.id}::text` })
    .where(isTheirs);
  for (const { id, rate } of rows) {
    if (id === null) await tx.insert(priceRates).values({ ...rate, ...owner });
    else await tx.update(priceRates).set(rate).where(eq(priceRates.id, id));
  }
}

function matchRows(before: PriceRate[], rates: NewRate[]): { id: string | null; rate: NewRate }[] {
  const nameOf = ({ kind, name }: NewRate) => `${kind} ${name.toLowerCase()}`;
  const placeOf = ({ kind, number }: NewRate) => `${kind} ${number}`;
  const byName = new Map(before.map((row) => [nameOf(row), row.id]));
  const wanted = new Set(rates.map(nameOf));
  const byPlace = new Map(before.filter((row) => !wanted.has(nameOf(row))).map((row) => [placeOf(row), row.id]));
  return rates.map((rate) => ({ rate, id: byName.get(nameOf(rate)) ?? byPlace.get(placeOf(rate)) ?? null }));
}
