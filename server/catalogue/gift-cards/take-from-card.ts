import type { Transaction } from "@db/client";
import { type GiftCard, giftCardEntries, giftCards, purchases } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import type { GiftPart } from "../../platform/money/split-payment";
import { readGiftBalance } from "./balance";
import { expire } from "./expire-cards";
import { takeGoneBack } from "./follow-sale";
import { lockGiftCards } from "./lock";

type CardServices = Pick<Services, "clock">;
type TakenPart = GiftPart & { paymentId: string };

/** Takes from locked cards what they pay. */
export async function takeParts(tx: Transaction, { clock }: CardServices, parts: TakenPart[]): Promise<void> {
  if (parts.length === 0) return;
  const createdAt = clock.now();
  await tx.insert(giftCardEntries).values(
    parts.map(({ cardId, cardMinor, paymentId, rate }) => ({
      cardId,
      kind: "taken" as const,
      amountMinor: -cardMinor,
      paymentId,
      exchangeRate: rate,
      createdAt,
    })),
  );
}

/** Returns what a payment took from its card: the amount in the card's currency, above 0. */
export async function readTaken(
  tx: Transaction,
  { id }: { id: string },
): Promise<{ cardMinor: number; at: Date; rate: string | null }> {
  const isTaken = and(eq(giftCardEntries.paymentId, id), eq(giftCardEntries.kind, "taken"));
  const [taken] = await tx.select().from(giftCardEntries).where(isTaken);
  if (!taken) throw new Error(`payment ${id} took nothing from a gift card`);
  return { cardMinor: -taken.amountMinor, at: taken.createdAt, rate: taken.exchangeRate };
}

type Return = { cardId: string; paymentId: string; refundId: string | null; amountMinor: number; takenAt: Date };

/**
 * Gives back to a card what a payment took. At least the time for which it was away remains, but no more than remained
 * then. What was refunded of the card's own price does not come back: it was not kept. Returns the card.
 */
export async function returnToCard(
  tx: Transaction,
  { clock }: CardServices,
  { cardId, paymentId, refundId, amountMinor, takenAt }: Return,
): Promise<GiftCard | null> {
  const [locked] = await lockGiftCards(tx, eq(giftCards.id, cardId));
  if (!locked || amountMinor === 0) return locked ?? null;
  const createdAt = clock.now();
  const card = await expire(tx, { clock }, locked);
  await tx.insert(giftCardEntries).values({ cardId, kind: "returned", amountMinor, paymentId, refundId, createdAt });
  if (card.endedAt && !(await isStillPaid(tx, card))) {
    await tx.insert(giftCardEntries).values({ cardId, kind: "refunded", amountMinor: -amountMinor, createdAt });
    return card;
  }
  const endsAt = endAfterReturn(card, takenAt, createdAt);
  // A card that ended with the refund of its unused part goes on with this: it was not refunded.
  const after = { endedAt: null, ...(endsAt && { endsAt }) };
  await tx.update(giftCards).set(after).where(eq(giftCards.id, cardId));
  await takeGoneBack(tx, { clock }, card);
  return { ...card, ...after };
}

function endAfterReturn({ endsAt }: GiftCard, takenAt: Date, now: Date): Date | null {
  if (!endsAt) return null;
  const awayMs = Math.min(now.getTime(), endsAt.getTime()) - takenAt.getTime();
  const moved = new Date(now.getTime() + Math.max(0, awayMs));
  return moved > endsAt ? moved : null;
}

/** Returns whether something of the price of a card was kept, or was never to be paid. */
async function isStillPaid(tx: Transaction, { purchaseId }: GiftCard): Promise<boolean> {
  const [purchase] = await tx.select({ status: purchases.status }).from(purchases).where(eq(purchases.id, purchaseId));
  return purchase?.status === "paid" || purchase?.status === "free";
}

/** Returns what is left on a locked card that can pay now; 0 if it can't. */
export async function spendableOn(tx: Transaction, { clock }: CardServices, card: GiftCard): Promise<number> {
  const now = clock.now();
  if (!card.endsAt || card.endsAt <= now || card.endedAt || card.frozenAt) return 0;
  return readGiftBalance(tx, card);
}
