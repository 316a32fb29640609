import type { Transaction } from "@db/client";
import { type GiftCard, giftCardEntries, giftCards, purchases } from "@db/schema";
import { and, eq, exists, gt, isNotNull, isNull, lte, or, sql, sum } from "drizzle-orm";
import type { Services } from "../../core/services";
import { requirePresent } from "../../core/errors";
import { formatPrice } from "../../core/money";
import { inTransaction } from "../../core/transaction";
import { enqueueMail } from "../../platform/mail/outbox";
import { sealForMail } from "../../platform/mail/sealed-text";
import { siteFacts } from "../../platform/mail/templates";
import { readGiftBalance } from "./balance";
import { readCode } from "./code";
import { describeCardBalance, lastDayOfCard, nameOfCard, stateOfCard } from "./describe-card";
import { readNamedPass } from "./given-pass";
import { lockGiftCards } from "./lock";

/** Mails a card to whom it is for, once it is due. Safe to repeat: once for its day, and for each time it is sent again. */
export async function sendGiftCard(services: Services, cardId: string): Promise<void> {
  const { clock } = services;
  await inTransaction(services, async (tx) => {
    const [card] = await lockGiftCards(tx, eq(giftCards.id, cardId));
    if (!card?.sealedCode || card.sentAt || card.endedAt || card.frozenAt) return;
    if (card.sendAt && card.sendAt > clock.now()) return;
    await mailCard(tx, services, card);
    await tx.update(giftCards).set({ sentAt: clock.now() }).where(eq(giftCards.id, cardId));
  });
}

async function mailCard(tx: Transaction, { settings }: Services, card: GiftCard): Promise<void> {
  const isForGiver = card.recipientEmail === null;
  await enqueueMail(tx, {
    template: "gift-card",
    to: await addressOf(tx, card),
    dedupeKey: `gift-card:${card.id}:${card.resends}`,
    replyTo: settings.adminEmail,
    props: {
      ...(await shared(tx, settings, card)),
      giver: isForGiver ? null : card.giverName,
      amount: formatPrice(card),
      words: card.words?.split(/\n+/).filter(Boolean) ?? [],
    },
  });
}

export const firstNameOf = ({ recipientName, recipientEmail, giverName }: GiftCard): string =>
  (recipientEmail === null ? giverName : (recipientName ?? "")).split(" ")[0] ?? "";

const shared = async (tx: Transaction, settings: Services["settings"], card: GiftCard) => ({
  site: siteFacts(settings),
  firstName: firstNameOf(card),
  code: sealForMail(settings, requirePresent(readCode(settings, card), "the code of a gift card")),
  pass: await passFor(tx, settings, card),
  until: requirePresent(lastDayOfCard(card, settings.siteTimeZone), "the end of a gift card"),
  card: nameOfCard(card),
  balanceUrl: `${settings.siteUrl}/gift-cards/balance`,
});

async function passFor(tx: Transaction, { siteUrl }: Services["settings"], card: GiftCard) {
  const pass = await readNamedPass(tx, card);
  return pass && { title: pass.title, url: siteUrl + pass.path };
}

/** Returns the address of whom the card is for: the recipient's, or the buyer's. */
export async function addressOf(tx: Transaction, { recipientEmail, purchaseId }: GiftCard): Promise<string> {
  if (recipientEmail !== null) return recipientEmail;
  const [buyer] = await tx
    .select({ email: purchases.customerEmail })
    .from(purchases)
    .where(eq(purchases.id, purchaseId));
  return requirePresent(buyer, "the purchase of a gift card").email;
}

const isLive = and(isNull(giftCards.endedAt), isNull(giftCards.frozenAt));

/** Mails cards that are due and whose job is lost, and those that end in a month. Safe to repeat. */
export async function mailDueGiftCards(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const now = clock.now();
  const isDue = or(isNull(giftCards.sendAt), lte(giftCards.sendAt, now));
  const unsent = await db
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(and(isNotNull(giftCards.sealedCode), isNull(giftCards.sentAt), isLive, isDue));
  for (const { id } of unsent) {
    await sendGiftCard(services, id).catch((error: unknown) =>
      log.error({ err: error, cardId: id }, "gift card not mailed; the next run tries again"),
    );
  }
  for (const { id } of await listEnding(services, now)) {
    await mailEnding(services, id).catch((error: unknown) =>
      log.error({ err: error, cardId: id }, "end of a gift card not mailed; the next run tries again"),
    );
  }
}

const noticeDays = 30;
const dayMs = 24 * 3_600_000;

function listEnding({ db }: Pick<Services, "db">, now: Date): Promise<{ id: string }[]> {
  const balance = db
    .select({ one: sql`1` })
    .from(giftCardEntries)
    .where(eq(giftCardEntries.cardId, giftCards.id))
    .having(gt(sum(giftCardEntries.amountMinor), "0"));
  const isEnding = and(gt(giftCards.endsAt, now), lte(giftCards.endsAt, new Date(now.getTime() + noticeDays * dayMs)));
  return db
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(
      and(
        isEnding,
        isNotNull(giftCards.sentAt),
        isNotNull(giftCards.sealedCode),
        // One that is valid for a month only has just said so.
        gt(giftCards.months, 1),
        isLive,
        exists(balance),
      ),
    );
}

async function mailEnding(services: Services, cardId: string): Promise<void> {
  const { settings, clock } = services;
  await inTransaction(services, async (tx) => {
    const [card] = await lockGiftCards(tx, eq(giftCards.id, cardId));
    if (!card?.endsAt) return;
    const leftMinor = await readGiftBalance(tx, card);
    if (stateOfCard(card, leftMinor, clock.now()) !== "usable") return;
    await enqueueMail(tx, {
      template: "gift-card-ending",
      to: await addressOf(tx, card),
      // An end that was moved is told of again.
      dedupeKey: `gift-card-ending:${card.id}:${card.endsAt.toISOString().slice(0, 10)}`,
      replyTo: settings.adminEmail,
      props: {
        ...(await shared(tx, settings, card)),
        balance: describeCardBalance({ ...card, endsAt: null }, { leftMinor, timeZone: settings.siteTimeZone }),
      },
    });
  });
}
