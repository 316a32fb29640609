import { type GiftCard, giftCardEntries, giftCards, purchases } from "@db/schema";
import { and, desc, eq, isNotNull, or, type SQL, sql, sum } from "drizzle-orm";
import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { lastDayValue } from "../../core/last-days";
import { currencies, formatAmount, type Money, sumMinor } from "../../core/money";
import { isReferredTo, readReference } from "../../core/reference";
import { isContained } from "../../core/search";
import { readGiftBalances } from "./balance";
import { type CardHistory, readCardHistories } from "./card-history";
import { describeCardBalance, nameOfCard, stateOfCard, type CardState } from "./describe-card";
import { endVersionOfCard } from "./extend-card";
import { whenMailed } from "./my-gift-cards";

/** A sold card in the back office's list. */
export type SoldCard = {
  id: string;
  purchaseId: string;
  name: string;
  giver: string;
  recipient: string | null;
  on: string;
  balance: string;
  state: CardState;
};

type SoldCards = {
  cards: SoldCard[];
  page: number;
  hasMore: boolean;
  /** What is open on all cards: a liability. */
  open: string | null;
};

const pageSize = 50;

/** Lists the gift cards that were sold, the newest first, and what is open on all of them. */
export async function listSoldCards(ctx: Context, { page }: { page: number }): Promise<SoldCards> {
  const { db, visitor } = ctx;
  const rows = await db
    .select()
    .from(giftCards)
    .where(isNotNull(giftCards.issuedAt))
    .orderBy(desc(giftCards.createdAt), desc(giftCards.id))
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize);
  const shown = rows.slice(0, pageSize);
  const balances = await readGiftBalances(
    db,
    shown.map(({ id }) => id),
  );
  return {
    cards: shown.map((card) => printSold(ctx, card, balances.get(card.id) ?? 0, visitor.timeZone)),
    page,
    hasMore: rows.length > pageSize,
    open: (await sumOpen(ctx)).map(formatAmount).join(" and ") || null,
  };
}

/** Finds sold cards by what they are called by, their order's reference, and by names and addresses of both sides. */
export async function findSoldCards(ctx: Context, search: string, limit: number): Promise<SoldCard[]> {
  const reference = readReference(search);
  const { giverName, recipientName, recipientEmail } = giftCards;
  const text = sql`concat_ws(' ', ${giverName}, ${recipientName}, ${recipientEmail}, ${purchases.customerEmail})`;
  const isFound = reference
    ? or(isReferredTo(giftCards.id, reference), isReferredTo(giftCards.purchaseId, reference))
    : isContained(search, text);
  return listCardsWhere(ctx, isFound, limit);
}

const mostListed = 200;

/** Lists sold cards that a condition on them and their purchases selects, the newest first. */
export async function listCardsWhere(
  ctx: Context,
  condition: SQL | undefined,
  limit = mostListed,
): Promise<SoldCard[]> {
  const { db, visitor } = ctx;
  const rows = await db
    .select({ card: giftCards })
    .from(giftCards)
    .innerJoin(purchases, eq(purchases.id, giftCards.purchaseId))
    .where(and(isNotNull(giftCards.issuedAt), condition))
    .orderBy(desc(giftCards.createdAt), desc(giftCards.id))
    .limit(limit);
  const balances = await readGiftBalances(
    db,
    rows.map(({ card }) => card.id),
  );
  return rows.map(({ card }) => printSold(ctx, card, balances.get(card.id) ?? 0, visitor.timeZone));
}

const printSold = ({ clock, settings }: Context, card: GiftCard, leftMinor: number, timeZone: string): SoldCard => ({
  id: card.id,
  purchaseId: card.purchaseId,
  name: nameOfCard(card),
  giver: card.giverName,
  recipient: card.recipientName ?? card.recipientEmail,
  on: dayOf(card.issuedAt ?? card.createdAt, timeZone),
  balance: describeCardBalance(card, { leftMinor, timeZone: settings.siteTimeZone }),
  state: stateOfCard(card, leftMinor, clock.now()),
});

/** Sums what is left on all gift cards: what is owed to their holders. */
export async function sumOpen({ db }: Pick<Context, "db">): Promise<Money[]> {
  const amounts = await db
    .select({ currency: giftCards.currency, amountMinor: sum(giftCardEntries.amountMinor).mapWith(Number) })
    .from(giftCardEntries)
    .innerJoin(giftCards, eq(giftCards.id, giftCardEntries.cardId))
    .groupBy(giftCards.currency);
  return currencies.flatMap((currency) => {
    const amountMinor = sumMinor(amounts.filter((row) => row.currency === currency));
    return amountMinor > 0 ? [{ currency, amountMinor }] : [];
  });
}

type SoldCardDetails = SoldCard & {
  buyer: { name: string; email: string };
  purchaseId: string;
  recipientEmail: string | null;
  mailed: string;
  currency: string;
  /** Its last day, to be moved to a later one; null once it can't be. */
  extension: { lastDay: string; version: string } | null;
  history: CardHistory;
};

/** Returns a sold card with its history, without its code. Throws not_found. */
export async function getSoldCard(ctx: Context, { id }: { id: string }): Promise<SoldCardDetails> {
  const { db, visitor } = ctx;
  const [row] = await db
    .select({ card: giftCards, purchase: purchases })
    .from(giftCards)
    .innerJoin(purchases, eq(purchases.id, giftCards.purchaseId))
    .where(eq(giftCards.id, id));
  if (!row?.card.issuedAt) throw new DomainError("not_found", "Gift card not found");
  const { card, purchase } = row;
  const left = (await readGiftBalances(db, [id])).get(id) ?? 0;
  return {
    ...printSold(ctx, card, left, visitor.timeZone),
    buyer: { name: purchase.customerName, email: purchase.customerEmail },
    purchaseId: purchase.id,
    recipientEmail: card.recipientEmail,
    mailed: whenMailed(card),
    currency: card.currency,
    extension: describeExtension(ctx, card),
    history: (await readCardHistories(db, [card], visitor.timeZone)).get(id) ?? [],
  };
}

function describeExtension({ settings }: Context, card: GiftCard): SoldCardDetails["extension"] {
  const { endsAt, endedAt } = card;
  if (!endsAt || endedAt) return null;
  return { lastDay: lastDayValue(endsAt, settings.siteTimeZone), version: endVersionOfCard(card) };
}
