import type { Transaction } from "@db/client";
import { giftCardTerms, products } from "@db/schema";
import { seedId } from "./seed-id";

/** Puts a gift card on sale: from £25 to £500, valid for three years. */
export async function seedGiftCards(tx: Transaction, { now }: { now: Date }): Promise<void> {
  const id = seedId("gift card");
  const description = "For a birthday, a new parent, or a friend who needs an evening off.";
  await tx
    .insert(products)
    .values({ id, kind: "gift_card", title: "Gift card", description, priceCurrency: "GBP", createdAt: now })
    .onConflictDoNothing();
  await tx
    .insert(giftCardTerms)
    .values({ productId: id, lowestMinor: 2500, highestMinor: 50_000, months: 36 })
    .onConflictDoNothing();
}
