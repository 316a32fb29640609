import type { Queryable } from "@db/client";
import { type GiftCard, giftCardEntries } from "@db/schema";
import { inArray, sum } from "drizzle-orm";

/** Returns what is left on each gift card, in minor units of its currency. */
export async function readGiftBalances(db: Queryable, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ cardId: giftCardEntries.cardId, balance: sum(giftCardEntries.amountMinor).mapWith(Number) })
    .from(giftCardEntries)
    .where(inArray(giftCardEntries.cardId, ids))
    .groupBy(giftCardEntries.cardId);
  return new Map(rows.map(({ cardId, balance }) => [cardId, balance]));
}

/** Returns the balance of one gift card, which is exact while it is locked. */
export const readGiftBalance = async (db: Queryable, { id }: Pick<GiftCard, "id">): Promise<number> =>
  (await readGiftBalances(db, [id])).get(id) ?? 0;
