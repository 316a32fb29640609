import type { Queryable } from "@db/client";
import { type GiftCard, giftCards } from "@db/schema";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { longDay } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { formatPrice } from "../../core/money";
import { readGiftBalance, readGiftBalances } from "./balance";
import { readCode } from "./code";
import { describeCardBalance, lastDayOfCard, nameOfCard, stateOfCard, type CardState } from "./describe-card";

/** A gift card as its giver sees it. What its recipient does with it is not shown. */
export type MyGiftCard = {
  id: string;
  name: string;
  amount: string;
  to: string;
  /** When it was or will be mailed, and where to. */
  mailed: string;
  state: CardState;
  isForOther: boolean;
};

/** Lists the gift cards that a member has bought, the newest first. */
export async function listMyGiftCards({ db, user, clock }: MemberContext): Promise<MyGiftCard[]> {
  const rows = await db
    .select()
    .from(giftCards)
    .where(whereBoughtBy(user))
    .orderBy(desc(giftCards.createdAt), desc(giftCards.id));
  const balances = await readGiftBalances(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((card) => printOwn(card, stateOfCard(card, balances.get(card.id) ?? 0, clock.now())));
}

const whereBoughtBy = (user: { id: string }) => and(eq(giftCards.userId, user.id), isNotNull(giftCards.issuedAt));

function printOwn(card: GiftCard, state: CardState): MyGiftCard {
  return {
    id: card.id,
    name: nameOfCard(card),
    amount: formatPrice({ amountMinor: card.amountMinor, currency: card.currency }),
    to: card.recipientName ?? card.recipientEmail ?? "you",
    mailed: whenMailed(card),
    state,
    isForOther: card.recipientEmail !== null,
  };
}

/** Says when a card was or will be mailed, in the giver's zone. */
export function whenMailed({ recipientEmail, sentAt, sendAt, timeZone }: GiftCard): string {
  const to = recipientEmail ?? "you";
  if (sentAt) return `Sent to ${to} on ${longDay(sentAt, timeZone)}`;
  return sendAt ? `Will be sent to ${to} on ${longDay(sendAt, timeZone)}, at 8 in the morning` : `On its way to ${to}`;
}

/** What is printed of a card. */
export type PrintedCard = MyGiftCard & {
  code: string | null;
  giver: string;
  recipient: string | null;
  recipientEmail: string | null;
  words: string[];
  until: string | null;
  /** Only of a card that the giver has kept. */
  balance: string | null;
};

/** Returns a card to be printed or sent again, to whom has bought it. Throws not_found. */
export async function getMyGiftCard(
  { db, user, clock, settings }: MemberContext,
  { id }: { id: string },
): Promise<PrintedCard> {
  const card = await requireOwn(db, user, id);
  const leftMinor = await readGiftBalance(db, card);
  const own = printOwn(card, stateOfCard(card, leftMinor, clock.now()));
  return {
    ...own,
    code: readCode(settings, card),
    giver: card.giverName,
    recipient: card.recipientName,
    recipientEmail: card.recipientEmail,
    words: card.words?.split(/\n+/).filter(Boolean) ?? [],
    until: lastDayOfCard(card, settings.siteTimeZone),
    balance: own.isForOther ? null : describeCardBalance(card, { leftMinor, timeZone: settings.siteTimeZone }),
  };
}

export async function requireOwn(db: Queryable, user: { id: string }, id: string): Promise<GiftCard> {
  const [card] = await db
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, id), whereBoughtBy(user)));
  if (!card) throw new DomainError("not_found", "Gift card not found");
  return card;
}
