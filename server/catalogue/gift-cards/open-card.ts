import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type GiftCard, giftCardEntries, giftCards, type purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Services } from "../../core/services";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { readGiftBalance } from "./balance";
import { hashCode, newCode, sealCode } from "./code";
import { giveCameBack, takeGoneBack } from "./follow-sale";
import { lockGiftCards } from "./lock";

type Purchase = typeof purchases.$inferSelect;
type CardServices = Pick<Services, "clock" | "settings">;

/** Returns the first instant after the period of a card, which lasts through a whole day in the site's zone. */
const endOfCard = ({ months }: Pick<GiftCard, "months">, from: Date, timeZone: string): Date =>
  DateTime.fromJSDate(from, { zone: timeZone }).plus({ months }).startOf("day").plus({ days: 1 }).toJSDate();

/**
 * Gives the gift card of a locked purchase that is paid or given its code and its amount: once, however often it is
 * called. One that had ended with a refund that came back is opened again.
 */
export async function issueGiftCard(tx: Transaction, services: CardServices, purchase: Purchase): Promise<void> {
  const card = await lockGiftCardOf(tx, purchase);
  if (!card) throw new Error(`purchase ${purchase.id} has no gift card`);
  if (card.issuedAt) return reopen(tx, services, card);
  const { clock, settings } = services;
  const now = clock.now();
  const code = newCode();
  await tx
    .update(giftCards)
    .set({
      codeHash: hashCode(code),
      sealedCode: sealCode(settings, card, code),
      issuedAt: now,
      endsAt: endOfCard(card, card.sendAt && card.sendAt > now ? card.sendAt : now, settings.siteTimeZone),
      userId: purchase.userId,
    })
    .where(eq(giftCards.id, card.id));
  await tx
    .insert(giftCardEntries)
    .values({ cardId: card.id, kind: "issued", amountMinor: card.amountMinor, createdAt: now });
  await enqueueGiftMail(tx, card);
}

/** Enqueues the job that mails a card on its day, or at once. */
export const enqueueGiftMail = (tx: Transaction, { id, sendAt }: Pick<GiftCard, "id" | "sendAt">): Promise<void> =>
  enqueueJob(
    tx,
    "send-gift-card",
    { cardId: id },
    { jobKey: `send-gift-card:${id}`, ...(sendAt && { runAt: sendAt }) },
  );

/** Locks the gift card of a purchase, which is locked; null if it is none of a gift card. */
export async function lockGiftCardOf(tx: Transaction, { id }: Pick<Purchase, "id">): Promise<GiftCard | null> {
  return (await lockGiftCards(tx, eq(giftCards.purchaseId, id)))[0] ?? null;
}

/** Ends the card of a locked purchase that was refunded, taken back or removed: what is left on it is gone. Returns whether it has ended now. */
export async function endGiftCard(tx: Transaction, { clock }: Pick<Services, "clock">, purchase: Pick<Purchase, "id">) {
  const card = await lockGiftCardOf(tx, purchase);
  if (!card?.issuedAt || card.endedAt) return false;
  const createdAt = clock.now();
  await tx.update(giftCards).set({ endedAt: createdAt }).where(eq(giftCards.id, card.id));
  const left = await readGiftBalance(tx, card);
  const entry = { cardId: card.id, kind: "refunded" as const, amountMinor: -left, createdAt };
  if (left !== 0) await tx.insert(giftCardEntries).values(entry);
  return true;
}

async function reopen(tx: Transaction, services: CardServices, card: GiftCard): Promise<void> {
  if (!card.endedAt) return;
  await tx.update(giftCards).set({ endedAt: null }).where(eq(giftCards.id, card.id));
  await giveCameBack(tx, services, card);
}

type SaleRefund = { id: string; state: "pending" | "succeeded" | "failed" };

/**
 * Takes what was refunded of a card's sale from it, once for each refund, and no more than is left. What a refund took
 * that the bank has returned goes back. The purchase is locked.
 */
export async function followSaleRefund(
  tx: Transaction,
  services: Pick<Services, "clock">,
  purchase: Pick<Purchase, "id">,
  refund: SaleRefund,
): Promise<void> {
  const card = await lockGiftCardOf(tx, purchase);
  if (!card?.issuedAt || card.endedAt) return;
  await (refund.state === "failed" ? giveCameBack(tx, services, card) : takeGoneBack(tx, services, card, refund.id));
}

/**
 * Stops a card while a bank has its payment, and lets it pay again if the bank gives it back. If the bank keeps it, what
 * is left on the card is gone. Its purchase is locked.
 */
export async function freezeGiftCard(
  tx: Transaction,
  services: Pick<Services, "clock">,
  purchase: Pick<Purchase, "id">,
  isHeld: boolean,
): Promise<void> {
  const card = await lockGiftCardOf(tx, purchase);
  if (!card) return;
  if ((card.frozenAt !== null) !== isHeld) {
    const frozenAt = isHeld ? services.clock.now() : null;
    await tx.update(giftCards).set({ frozenAt }).where(eq(giftCards.id, card.id));
  }
  if (!card.issuedAt || card.endedAt) return;
  await (isHeld ? takeGoneBack : giveCameBack)(tx, services, card);
}

/** Returns the card of a purchase of one, paid or not. */
export async function findSoldCard(db: Queryable, { id }: Pick<Purchase, "id">): Promise<GiftCard> {
  return one(await db.select().from(giftCards).where(eq(giftCards.purchaseId, id)), "gift card");
}

/** Gives the card of a guest's purchase to the account that has confirmed its address. */
export const assignGiftCard = (tx: Transaction, { id }: Pick<Purchase, "id">, account: { id: string }) =>
  tx.update(giftCards).set({ userId: account.id }).where(eq(giftCards.purchaseId, id));
