import type { Transaction } from "@db/client";
import { type GiftCard, giftCards, purchases } from "@db/schema";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { formatAmount } from "../../core/money";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { readGiftBalance } from "./balance";
import { describeCardBalance, nameOfCard } from "./describe-card";
import { readNamedPass } from "./given-pass";
import { lockGiftCards } from "./lock";
import { addressOf, firstNameOf } from "./mail-card";

/**
 * Tells the holders of passes that were given in an earlier version, and not redeemed, that they have become gift cards
 * of what was paid. Safe to repeat: the update has left the terms of the pass with the purchase until this is done.
 */
export async function tellChangedGifts(services: Services): Promise<void> {
  const { db, log } = services;
  const changed = await db
    .select({ id: giftCards.id, purchaseId: giftCards.purchaseId })
    .from(giftCards)
    .innerJoin(purchases, eq(purchases.id, giftCards.purchaseId))
    .where(and(isNotNull(purchases.passTerms), isNotNull(giftCards.issuedAt), isUsable));
  for (const { id, purchaseId } of changed) {
    await inTransaction(services, (tx) => tellChangedGift(tx, services, { id, purchaseId })).catch((error: unknown) =>
      log.error({ err: error, cardId: id }, "change of a gift not mailed; the next run tries again"),
    );
  }
}

/** A card that is stopped by a dispute is told of once it can be used again. */
const isUsable = and(isNull(giftCards.endedAt), isNull(giftCards.frozenAt));

type ChangedGift = Pick<GiftCard, "id" | "purchaseId">;

async function tellChangedGift(tx: Transaction, services: Services, { id, purchaseId }: ChangedGift): Promise<void> {
  // The purchase first: purchases are locked before their cards.
  const told = await tx
    .update(purchases)
    .set({ passTerms: null })
    .where(and(eq(purchases.id, purchaseId), isNotNull(purchases.passTerms)))
    .returning({ id: purchases.id });
  if (told.length === 0) return;
  const [card] = await lockGiftCards(tx, and(eq(giftCards.id, id), isUsable));
  if (!card) throw new Error("the gift card was stopped meanwhile");
  await mailChange(tx, services, card);
}

/** Mails the person who has the card: of one that waits for its day, or is kept, the giver. */
async function mailChange(tx: Transaction, { settings }: Services, card: GiftCard): Promise<void> {
  const isWaiting = card.sentAt === null;
  const isWithGiver = isWaiting || card.recipientEmail === null;
  const pass = await readNamedPass(tx, card);
  const leftMinor = await readGiftBalance(tx, card);
  const left = formatAmount({ amountMinor: leftMinor, currency: card.currency });
  await enqueueMail(tx, {
    template: "gift-card-changed",
    to: await addressOf(tx, isWaiting ? { ...card, recipientEmail: null } : card),
    dedupeKey: `gift-became-card:${card.id}`,
    replyTo: settings.adminEmail,
    props: {
      site: siteFacts(settings),
      firstName: isWaiting ? firstNameOf({ ...card, recipientEmail: null }) : firstNameOf(card),
      change:
        `${isWithGiver ? "The pass that you give" : "The pass that was given to you"}${pass ? `, “${pass.title}”,` : ""} is a ` +
        `gift card of what was paid from now on, with ${left} on it. Its code is the same, and pays for ` +
        (pass ? "that pass or for anything else." : "anything that is sold here."),
      card: nameOfCard(card),
      balance: describeCardBalance(card, { leftMinor, timeZone: settings.siteTimeZone }),
      balanceUrl: `${settings.siteUrl}/gift-cards/balance`,
    },
  });
}
