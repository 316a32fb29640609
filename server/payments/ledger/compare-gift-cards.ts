import type { Queryable } from "@db/client";
import { type GiftCard, giftCardEntries, giftCards, payments, purchases, refunds } from "@db/schema";
import { and, eq, isNotNull, sql, sum } from "drizzle-orm";
import { currencies, type Currency } from "../../core/money";
import { nameOfCard } from "../../catalogue/gift-cards/describe-card";

export type CardProblem = "issued_differs" | "below_zero" | "ended_with_money" | "sale_unpaid" | "payment_differs";

/** A gift card whose books don't add up. */
type UnexplainedCard = { cardId: string; name: string; problem: CardProblem };

/** What came onto all gift cards in one currency, and where it is. */
type CardSums = { currency: Currency } & Record<"sold" | "adjusted" | "open" | "used" | "expired" | "refunded", number>;

export type CardComparison = { cards: number; sums: CardSums[]; unexplained: UnexplainedCard[] };

type Entries = Partial<Record<(typeof giftCardEntries.$inferSelect)["kind"], number>>;
type CardBook = { card: GiftCard; status: string; entries: Entries; hasWrongPayment: boolean };

/** Compares what is on all gift cards with what they have paid and got back, and with their own sales. */
export async function compareGiftCards(db: Queryable): Promise<CardComparison> {
  const books = await readBooks(db);
  return {
    cards: books.length,
    sums: currencies.flatMap((currency) => sumUp(books, currency)),
    unexplained: books.flatMap((book) => {
      const problem = problemOf(book);
      return problem ? [{ cardId: book.card.id, name: nameOfCard(book.card), problem }] : [];
    }),
  };
}

const leftOn = (entries: Entries): number => Object.values(entries).reduce((all, amount) => all + amount, 0);

function problemOf({ card, status, entries, hasWrongPayment }: CardBook): CardProblem | null {
  if (entries.issued !== card.amountMinor) return "issued_differs";
  if (leftOn(entries) < 0) return "below_zero";
  if (hasWrongPayment) return "payment_differs";
  if (card.endedAt) return leftOn(entries) === 0 ? null : "ended_with_money";
  return status === "paid" || status === "free" ? null : "sale_unpaid";
}

async function readBooks(db: Queryable): Promise<CardBook[]> {
  const [rows, entries, wrong] = await Promise.all([
    db
      .select({ card: giftCards, status: purchases.status })
      .from(giftCards)
      .innerJoin(purchases, eq(purchases.id, giftCards.purchaseId))
      .where(isNotNull(giftCards.issuedAt))
      .orderBy(giftCards.createdAt, giftCards.id),
    db
      .select({
        cardId: giftCardEntries.cardId,
        kind: giftCardEntries.kind,
        amount: sum(giftCardEntries.amountMinor).mapWith(Number),
      })
      .from(giftCardEntries)
      .groupBy(giftCardEntries.cardId, giftCardEntries.kind),
    listWrongPayments(db),
  ]);
  const entriesOf = new Map<string, Entries>();
  for (const { cardId, kind, amount } of entries) entriesOf.set(cardId, { ...entriesOf.get(cardId), [kind]: amount });
  const wrongCards = new Set(wrong.map(({ cardId }) => cardId));
  return rows.map((row) => ({
    ...row,
    entries: entriesOf.get(row.card.id) ?? {},
    hasWrongPayment: wrongCards.has(row.card.id),
  }));
}

/**
 * Finds payments that took nothing from their card, that are over and took something, or whose refunds are not on the
 * card again: all of what it has paid, all of what was taken.
 */
function listWrongPayments(db: Queryable) {
  const taken = sql`coalesce((select -sum(e.amount_minor) from ${giftCardEntries} e
    where e.payment_id = ${payments.id} and e.kind = 'taken'), 0)`;
  const back = sql`coalesce((select sum(e.amount_minor) from ${giftCardEntries} e
    where e.payment_id = ${payments.id} and e.kind = 'returned'), 0)`;
  const refunded = sql`coalesce((select sum(r.amount_minor) from ${refunds} r
    where r.payment_id = ${payments.id} and r.state = 'succeeded'), 0)`;
  const isLive = sql`${payments.state} in ('open', 'paid')`;
  const isRight = sql`case when not ${isLive} then ${back} = ${taken}
    when ${refunded} = ${payments.amountMinor} then ${back} = ${taken}
    when ${refunded} = 0 then ${back} = 0
    else ${back} < ${taken} end`;
  return db
    .select({ cardId: payments.giftCardId })
    .from(payments)
    .where(and(isNotNull(payments.giftCardId), sql`not (${taken} > 0 and ${isRight})`));
}

function sumUp(books: CardBook[], currency: Currency): CardSums[] {
  const own = books.filter(({ card }) => card.currency === currency);
  if (own.length === 0) return [];
  const sumOf = (valueOf: (entries: Entries) => number) => own.reduce((all, { entries }) => all + valueOf(entries), 0);
  return [
    {
      currency,
      sold: sumOf(({ issued = 0 }) => issued),
      adjusted: sumOf(({ adjusted = 0 }) => adjusted),
      open: sumOf(leftOn),
      used: 0 - sumOf(({ taken = 0, returned = 0 }) => taken + returned),
      expired: 0 - sumOf(({ expired = 0 }) => expired),
      refunded: 0 - sumOf(({ refunded = 0 }) => refunded),
    },
  ];
}
