import type { Queryable, Transaction } from "@db/client";
import { giftCards, payments } from "@db/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { Services } from "../core/services";
import type { Currency } from "../core/money";
import type { GiftPart } from "../platform/money/split-payment";
import { lockGiftCards } from "../catalogue/gift-cards/lock";
import { readTaken, returnToCard, spendableOn, takeParts } from "../catalogue/gift-cards/take-from-card";
import { invoiceLater } from "./invoice-later";
import { lockPayments } from "./lock";
import type { Payment } from "./paid-payments";
import { isPaymentOf, namedByColumn, type PayableRef } from "./payable-ref";

type CardServices = Pick<Services, "clock">;
type NewParts = { parts: GiftPart[]; currency: Currency };

/** Takes what locked gift cards pay for a new order: `paid` at once if nothing is left to pay, else held with it. */
export async function openGiftParts(
  tx: Transaction,
  services: CardServices,
  cause: PayableRef,
  { parts, currency, state }: NewParts & { state: "open" | "paid" },
): Promise<void> {
  if (parts.length === 0) return;
  const now = services.clock.now();
  const rows = await tx
    .insert(payments)
    .values(
      parts.map(({ cardId, amountMinor }) => ({
        ...namedByColumn(cause),
        provider: "gift_card" as const,
        giftCardId: cardId,
        amountMinor,
        currency,
        state,
        createdAt: now,
        paidAt: state === "paid" ? now : null,
      })),
    )
    .returning({ id: payments.id, cardId: payments.giftCardId });
  const paymentIdOf = (part: GiftPart) => rows.find(({ cardId }) => cardId === part.cardId)?.id ?? "";
  await takeParts(
    tx,
    services,
    parts.map((part) => ({ ...part, paymentId: paymentIdOf(part) })),
  );
  if (state === "paid") await invoiceLater(tx, cause);
}

const isGiftPart = (cause: PayableRef) => and(isPaymentOf(cause), eq(payments.provider, "gift_card"));

/** Returns whether gift cards hold their part of an order that is not paid yet. */
export const isHeldByCards = async (db: Queryable, cause: PayableRef): Promise<boolean> =>
  (await db.$count(payments, and(isGiftPart(cause), eq(payments.state, "open")))) > 0;

/** Marks what gift cards hold for a locked order as paid, as the rest is. Returns the amount in the order's currency. */
export async function payGiftParts(tx: Transaction, { clock }: CardServices, cause: PayableRef): Promise<number> {
  const paid = await tx
    .update(payments)
    .set({ state: "paid", paidAt: clock.now() })
    .where(and(isGiftPart(cause), eq(payments.state, "open")))
    .returning({ amountMinor: payments.amountMinor });
  return paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Gives back what gift cards hold for a locked order that is not paid. Safe to repeat. */
export async function releaseGiftParts(
  tx: Transaction,
  services: CardServices,
  cause: PayableRef,
  state: "failed" | "cancelled",
): Promise<void> {
  const held = await lockPayments(tx, and(isGiftPart(cause), eq(payments.state, "open")));
  if (held.length === 0) return;
  await lockCardsOf(tx, held);
  for (const payment of held) {
    const { cardMinor, at } = await readTaken(tx, payment);
    await tx.update(payments).set({ state }).where(eq(payments.id, payment.id));
    const back = { cardId: cardIdOf(payment), paymentId: payment.id, refundId: null };
    await returnToCard(tx, services, { ...back, amountMinor: cardMinor, takenAt: at });
  }
}

/**
 * Takes again what gift cards had held for a locked order whose money arrives late. Returns false, and takes nothing, if
 * one of them can't pay it any more.
 */
export async function retakeGiftParts(tx: Transaction, services: CardServices, cause: PayableRef): Promise<boolean> {
  const released = await lockPayments(tx, and(isGiftPart(cause), inArray(payments.state, ["failed", "cancelled"])));
  if (released.length === 0) return true;
  const cards = await lockCardsOf(tx, released);
  const parts: GiftPart[] = [];
  for (const payment of released) {
    const { cardMinor, rate } = await readTaken(tx, payment);
    const card = cards.find(({ id }) => id === payment.giftCardId);
    if (!card || (await spendableOn(tx, services, card)) < cardMinor) return false;
    parts.push({ cardId: card.id, cardMinor, amountMinor: payment.amountMinor, rate });
  }
  const [{ currency }] = released as [Payment];
  await openGiftParts(tx, services, cause, { parts, currency, state: "paid" });
  return true;
}

const cardIdOf = ({ id, giftCardId }: Payment): string => {
  if (!giftCardId) throw new Error(`payment ${id} has no gift card`);
  return giftCardId;
};

/** Locks the cards of payments in the order of their ids. */
const lockCardsOf = (tx: Transaction, paid: Payment[]) =>
  lockGiftCards(
    tx,
    inArray(
      giftCards.id,
      paid.flatMap(({ giftCardId }) => giftCardId ?? []),
    ),
  );
