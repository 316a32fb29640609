import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { purchases, sessionWaitlist } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Purchase } from "../purchases/transitions";
import { countPlaces, type Places } from "../../catalogue/schedule/places";
import { type Entry, type EntryRef, lockEntryInLine, moveEntry, refuseAnswer, requireEntry } from "../waitlist/entries";
import { readHeldDates, readLine } from "../waitlist/lines";
import { offerInLine } from "../waitlist/offers";

type Turn = { id: string; entry?: EntryRef | undefined };

/**
 * Books a course whose dates are locked, with the offer of the waitlist if the buyer has one. Those who wait are asked
 * first: what they can get is not free for others. Throws not_found and closed (no open offer).
 */
export async function bookInTurn(
  tx: Transaction,
  ctx: Context,
  { id, entry: ref }: Turn,
  book: () => Promise<Purchase>,
): Promise<Purchase> {
  if (!ref) {
    await offerInLine(tx, ctx, await readLine(tx, ctx, { courseId: id }));
    return book();
  }
  const { id: entryId } = await requireEntryOf(tx, id, ref);
  const entry = await lockEntryInLine(tx, entryId);
  if (entry.status === "accepted" && entry.purchaseId) {
    return one(await tx.select().from(purchases).where(eq(purchases.id, entry.purchaseId)), "purchase");
  }
  if (entry.status !== "offered") throw refuseAnswer(entry.status);
  // Done first, so that the places are not counted twice.
  await moveEntry(tx, entry, "accepted", { endedAt: ctx.clock.now() });
  const purchase = await book();
  await tx.update(sessionWaitlist).set({ purchaseId: purchase.id }).where(eq(sessionWaitlist.id, entryId));
  return purchase;
}

/** Throws not_found, also for an entry of another waitlist. */
async function requireEntryOf(db: Queryable, courseId: string, ref: EntryRef): Promise<Entry> {
  const entry = await requireEntry(db, ref);
  if (entry.courseId !== courseId) throw new DomainError("not_found", "Waitlist entry not found");
  return entry;
}

/** Counts the places of dates for a buyer, for whom those that their offer holds are free. */
export async function countPlacesFor(
  db: Queryable,
  { id, entry: ref }: Turn,
  sessionIds: string[],
): Promise<{ entry: Entry | null; places: Map<string, Places> }> {
  const places = await countPlaces(db, sessionIds);
  const entry = ref ? await requireEntryOf(db, id, ref) : null;
  if (entry?.status !== "offered") return { entry: null, places };
  for (const date of await readHeldDates(db, [entry])) {
    const counted = places.get(date);
    if (counted) places.set(date, { ...counted, taken: counted.taken - 1 });
  }
  return { entry, places };
}
