import type { Transaction } from "@db/client";
import { type GiftCard, giftCards } from "@db/schema";
import { asc, type SQL } from "drizzle-orm";

/** Locks gift cards in the order of their ids. Like a pass, a card is locked last: after orders and payments. */
export const lockGiftCards = (tx: Transaction, condition: SQL | undefined): Promise<GiftCard[]> =>
  tx.select().from(giftCards).where(condition).orderBy(asc(giftCards.id)).for("no key update");
