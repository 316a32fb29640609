import type { Queryable } from "@db/client";
import { currencies, type Currency, type Money, sumMinor } from "../../core/money";
import { leftOn, type PassBook, readPassBooks } from "./pass-books";

export type CreditProblem =
  | "granted_differs"
  | "credits_differ"
  | "ticket_without_credit"
  | "ended_with_credits"
  | "price_differs";

/** A pass whose books don't add up. */
type UnexplainedPass = { passId: string; title: string; problem: CreditProblem };

/** What all passes hold, and their money in one currency. */
type CreditSums = Record<"granted" | "adjusted" | "left" | "taken" | "expired" | "refunded", number>;
type PassMoney = { currency: Currency } & Record<"paid" | "unused" | "used" | "returned", number>;

export type CreditComparison = {
  passes: number;
  credits: CreditSums;
  money: PassMoney[];
  unexplained: UnexplainedPass[];
};

/** Compares the credits of all passes with the tickets that they pay for, and their prices with what was paid. */
export async function compareCredits(db: Queryable, now: Date): Promise<CreditComparison> {
  const books = await readPassBooks(db, now);
  return {
    passes: books.length,
    credits: sumCredits(books),
    money: sumMoney(books),
    unexplained: books.flatMap((book) => {
      const problem = problemOf(book);
      return problem ? [{ passId: book.pass.id, title: book.pass.title, problem }] : [];
    }),
  };
}

/** Returns what the unused credits of all passes are worth: what was really paid for them, in each currency. */
export async function readUnusedValue(db: Queryable, now: Date): Promise<Money[]> {
  return sumMoney(await readPassBooks(db, now))
    .filter(({ unused }) => unused > 0)
    .map(({ currency, unused: amountMinor }) => ({ currency, amountMinor }));
}

/** Returns what does not add up on a pass: granted + adjusted = left + taken by live tickets + expired + refunded. */
function problemOf(book: PassBook): CreditProblem | null {
  const { pass, entries, taken, unpaidTickets, paidMinor } = book;
  if (unpaidTickets > 0) return "ticket_without_credit";
  if (paidMinor < pass.priceMinor) return "price_differs";
  if (pass.credits === null) return entries.granted === undefined ? null : "granted_differs";
  if (entries.granted !== pass.credits) return "granted_differs";
  const { adjusted = 0, expired = 0, refunded = 0 } = entries;
  const left = leftOn(book);
  if (left < 0 || pass.credits + adjusted !== left + taken - expired - refunded) return "credits_differ";
  return pass.endedAt && left !== 0 ? "ended_with_credits" : null;
}

function sumCredits(books: PassBook[]): CreditSums {
  const limited = books.filter(({ pass }) => pass.credits !== null);
  const sumOf = (valueOf: (book: PassBook) => number) => limited.reduce((all, book) => all + valueOf(book), 0);
  return {
    granted: sumOf(({ entries }) => entries.granted ?? 0),
    adjusted: sumOf(({ entries }) => entries.adjusted ?? 0),
    left: sumOf(leftOn),
    taken: sumOf(({ taken }) => taken),
    expired: 0 - sumOf(({ entries }) => entries.expired ?? 0),
    refunded: 0 - sumOf(({ entries }) => entries.refunded ?? 0),
  };
}

function sumMoney(books: PassBook[]): PassMoney[] {
  return currencies.flatMap((currency) => {
    const own = books.filter(({ pass, paidMinor }) => pass.currency === currency && paidMinor > 0);
    if (own.length === 0) return [];
    const sumOf = (valueOf: (book: PassBook) => number) =>
      sumMinor(own.map((book) => ({ amountMinor: valueOf(book) })));
    const [paid, kept, unused] = [
      sumOf(({ paidMinor }) => paidMinor),
      sumOf(({ keptMinor }) => keptMinor),
      sumOf(({ unusedMinor }) => unusedMinor),
    ];
    return [{ currency, paid, unused, used: kept - unused, returned: paid - kept }];
  });
}
