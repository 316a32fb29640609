import { type GiftCard, giftCards, refunds } from "@db/schema";
import { one } from "@db/one";
import type { Transaction } from "@db/client";
import { and, eq, ne, sum } from "drizzle-orm";
import { formatAmount } from "../core/money";
import type { Services } from "../core/services";
import { inTransaction } from "../core/transaction";
import { enqueueMail } from "../platform/mail/outbox";
import { siteFacts } from "../platform/mail/templates";
import { readGiftBalance } from "../catalogue/gift-cards/balance";
import { describeCardBalance, nameOfCard } from "../catalogue/gift-cards/describe-card";
import { readTaken, returnToCard } from "../catalogue/gift-cards/take-from-card";
import { shareToReturn } from "../platform/money/split-payment";
import { lockRefund } from "./lock";
import { type LockedPayment, lockPayment, paymentFacts } from "./lock-payment";
import type { Payment, Refund } from "./paid-payments";
import { isAnnounced } from "./refunds";
import { settleRefund } from "./record-refund";

/** Gives a refund back to the gift card that has paid, to the penny, and tells the customer if no letter has. Safe to repeat. */
export async function refundToCard(services: Services, refundId: string): Promise<void> {
  await inTransaction(services, async (tx) => {
    const [row] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
    const locked = row && (await lockPayment(tx, services, row.paymentId));
    const refund = await lockRefund(tx, refundId);
    if (!locked?.payment.giftCardId || refund?.state !== "pending") return;
    const cardId = locked.payment.giftCardId;
    const { cardMinor, at } = await readTaken(tx, locked.payment);
    const amountMinor = await shareOfRefund(tx, locked.payment, refund, cardMinor);
    const back = { cardId, paymentId: locked.payment.id, refundId, amountMinor, takenAt: at };
    const card = await returnToCard(tx, services, back);
    const settled = one(
      await tx
        .update(refunds)
        .set({ state: "succeeded", settledAt: services.clock.now() })
        .where(eq(refunds.id, refundId))
        .returning(),
      "refund",
    );
    await settleRefund(tx, services, { ...locked, refund: settled });
    if (card && card.endedAt === null && !isAnnounced(refund))
      await mailReturned(tx, services, { locked, refund, card });
  });
}

async function shareOfRefund(tx: Transaction, payment: Payment, refund: Refund, cardMinor: number): Promise<number> {
  const isBefore = and(eq(refunds.paymentId, payment.id), eq(refunds.state, "succeeded"), ne(refunds.id, refund.id));
  const [row] = await tx
    .select({ sum: sum(refunds.amountMinor).mapWith(Number) })
    .from(refunds)
    .where(isBefore);
  return shareToReturn({
    cardMinor,
    paidMinor: payment.amountMinor,
    beforeMinor: row?.sum ?? 0,
    refundMinor: refund.amountMinor,
  });
}

type ReturnedToCard = { locked: LockedPayment; refund: Refund; card: GiftCard };

async function mailReturned(tx: Transaction, services: Services, { locked, refund, card }: ReturnedToCard) {
  const { settings } = services;
  const { customer, firstName, item, reference } = paymentFacts(services, locked);
  const [now] = await tx.select().from(giftCards).where(eq(giftCards.id, card.id));
  const leftMinor = await readGiftBalance(tx, card);
  await enqueueMail(tx, {
    template: "gift-card-refunded",
    to: customer.email,
    dedupeKey: `gift-card-refunded:${refund.id}`,
    replyTo: settings.adminEmail,
    props: {
      site: siteFacts(settings),
      firstName,
      item,
      reference,
      amount: formatAmount(refund),
      card: nameOfCard(card),
      balance: describeCardBalance(now ?? card, { leftMinor, timeZone: settings.siteTimeZone }),
    },
  });
}
