import type { Queryable } from "@db/client";
import { giftCards } from "@db/schema";
import { eq } from "drizzle-orm";
import { formatAmount } from "../../core/money";
import { readGiftBalance } from "./balance";

/** What is left on a gift card: the part of its price that can be refunded. */
type UnusedAmount = { amountMinor: number; text: string };

/** Returns what is left on the card of a purchase; null for other purchases, before it is paid and once it has ended. */
export async function readUnusedAmount(db: Queryable, purchaseId: string): Promise<UnusedAmount | null> {
  const [card] = await db.select().from(giftCards).where(eq(giftCards.purchaseId, purchaseId));
  if (!card?.issuedAt || card.endedAt) return null;
  const left = await readGiftBalance(db, card);
  // What was corrected upwards was not paid for.
  const amountMinor = Math.min(left, card.amountMinor);
  const amount = (minor: number) => formatAmount({ amountMinor: minor, currency: card.currency });
  return { amountMinor, text: `${amount(left)} of ${amount(card.amountMinor)} is not used.` };
}
