import type { Transaction } from "@db/client";
import { disputes, type GiftCard, giftCardEntries, payments, refunds } from "@db/schema";
import { and, eq, inArray, ne, sum } from "drizzle-orm";
import { sumMinor } from "../../core/money";
import type { Services } from "../../core/services";
import { readGiftBalance } from "./balance";

type CardServices = Pick<Services, "clock">;

/**
 * Takes from a locked card what went back of its price and has not been taken yet, but no more than is left. Safe to
 * repeat.
 */
export async function takeGoneBack(
  tx: Transaction,
  { clock }: CardServices,
  card: GiftCard,
  refundId: string | null = null,
): Promise<void> {
  const missingMinor = (await readGoneBack(tx, card)) - (await readTakenBack(tx, card));
  const amountMinor = Math.min(missingMinor, await readGiftBalance(tx, card));
  if (amountMinor <= 0) return;
  await tx.insert(giftCardEntries).values({
    cardId: card.id,
    kind: "refunded",
    amountMinor: -amountMinor,
    refundId,
    createdAt: clock.now(),
  });
}

/** Gives back to a locked card what was taken for refunds that came back. Safe to repeat. */
export async function giveCameBack(tx: Transaction, { clock }: CardServices, card: GiftCard): Promise<void> {
  const amountMinor = (await readTakenBack(tx, card)) - (await readGoneBack(tx, card));
  if (amountMinor <= 0) return;
  await tx.insert(giftCardEntries).values({ cardId: card.id, kind: "refunded", amountMinor, createdAt: clock.now() });
}

/** Returns how much of a card's price is no longer there: it was refunded, or a bank has taken it for good. */
async function readGoneBack(tx: Transaction, { purchaseId, amountMinor }: GiftCard): Promise<number> {
  const isOfSale = and(eq(payments.purchaseId, purchaseId), eq(payments.state, "paid"));
  const paid = await tx.select().from(payments).where(isOfSale);
  const ids = paid.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const isBack = and(inArray(refunds.paymentId, ids), ne(refunds.state, "failed"));
  const isLost = and(inArray(disputes.paymentId, ids), eq(disputes.status, "lost"));
  const back = await tx.select().from(refunds).where(isBack);
  const lost = await tx.select().from(disputes).where(isLost);
  // What was paid twice went back once without concerning the card.
  const keptMinor = sumMinor(paid) - sumMinor(back) - sumMinor(lost);
  return Math.max(0, Math.min(amountMinor, sumMinor(paid)) - Math.max(0, keptMinor));
}

/** Returns what was taken from a card for what went back of its price, less what it has got again. */
async function readTakenBack(tx: Transaction, { id }: Pick<GiftCard, "id">): Promise<number> {
  const isTaken = and(eq(giftCardEntries.cardId, id), eq(giftCardEntries.kind, "refunded"));
  const [taken] = await tx
    .select({ sum: sum(giftCardEntries.amountMinor).mapWith(Number) })
    .from(giftCardEntries)
    .where(isTaken);
  return -(taken?.sum ?? 0);
}
