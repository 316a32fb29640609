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
import { takeGoneBack } from "./follow-sale";
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
    .select({ id: giftCards.id })
    .from(giftCards)
    .innerJoin(purchases, eq(purchases.id, giftCards.purchaseId))
    .where(and(isNotNull(purchases.passTerms), isNotNull(giftCards.issuedAt), isNull(giftCards.endedAt)));
  for (const { id } of changed) {
    await inTransaction(services, (tx) => tellChangedGift(tx, services, id)).catch((error: unknown) =>
      log.error({ err: error, cardId: id }, "change of a gift not mailed; the next run tries again"),
    );
  }
}

async function tellChangedGift(tx: Transaction, services: Services, cardId: string): Promise<void> {
  const [card] = await lockGiftCards(tx, eq(giftCards.id, cardId));
  if (!card || card.endedAt) return;
  // What was refunded of a gift was not taken from anything before.
  await takeGoneBack(tx, services, card);
  await mailChange(tx, services, card);
  await tx.update(purchases).set({ passTerms: null }).where(eq(purchases.id, card.purchaseId));
}

/** Mails whom the card is for; of one that waits for its day, who has bought it. */
async function mailChange(tx: Transaction, { settings }: Services, card: GiftCard): Promise<void> {
  const isWaiting = card.sentAt === null;
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
        `${isWaiting ? "The pass that you give" : "The pass that was given to you"}${pass ? `, “${pass.title}”,` : ""} is a ` +
        `gift card of what was paid from now on, with ${left} on it. Its code is the same, and pays for that pass or for ` +
        "anything else.",
      card: nameOfCard(card),
      balance: describeCardBalance(card, { leftMinor, timeZone: settings.siteTimeZone }),
      balanceUrl: `${settings.siteUrl}/gift-cards/balance`,
    },
  });
}
