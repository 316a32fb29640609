import type { Transaction } from "@db/client";
import type { Context } from "../../core/context";
import { maxTickets, type DiscountTerms } from "@db/schema";
import { DomainError, requirePresent } from "../../core/errors";
import {
  chosenIn,
  describeTerms,
  type Quote,
  quoteKey,
  quotePrice,
  type SessionPrice,
} from "../../platform/money/quote";
import { formatAmount } from "../../core/money";
import { invalidCode } from "./schemas";
import { checkCode, redeemCode } from "./discount-codes";

type TermsQuote = (terms: DiscountTerms | null) => Quote;

/** Returns today's price; a refused code is part of the result. `except` is a purchase whose use does not count. */
export async function showPriceWith(ctx: Context, quoted: TermsQuote, typedCode: string | undefined, except?: string) {
  return showPrice(quoted, await checkTyped(ctx, quoted, typedCode, except));
}

/** A typed code as it was checked, to show several prices with it; null where there is none or nothing to pay. */
export type CheckedCode = { code: string; terms: DiscountTerms } | { refusal: string } | null;

/** Checks a typed code; its refusal is part of the result. */
export async function checkTyped(
  ctx: Context,
  quoted: TermsQuote,
  typedCode: string | undefined,
  except?: string,
): Promise<CheckedCode> {
  if (quoted(null).total.amountMinor === 0 || !typedCode?.trim()) return null;
  try {
    return await checkCode(ctx, typedCode, except);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: error.message };
  }
}

export type ShownPrice = ReturnType<typeof showPrice>;

/** Returns a price with a checked code, as a form shows it. */
export function showPrice(quoted: TermsQuote, checked: CheckedCode) {
  const undiscounted = quoted(null);
  const hasDiscounts = undiscounted.total.amountMinor > 0;
  const memberDiscount = describeMemberDiscount(undiscounted);
  const plain = { hasDiscounts, discount: null, memberDiscount, codeRefusal: null, ...printQuote(undiscounted) };
  if (!hasDiscounts || !checked) return plain;
  if ("refusal" in checked) return { ...plain, codeRefusal: checked.refusal };
  try {
    const { code, terms } = checked;
    const quote = quoted(terms);
    const discount = {
      code,
      terms: describeTerms(terms),
      amount: formatAmount(requirePresent(quote.discount, "the discount of a code")),
    };
    return { ...plain, ...printQuote(quote), memberDiscount: null, discount };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...plain, codeRefusal: error.message };
  }
}

const describeMemberDiscount = ({ memberTerms, discount }: Quote) =>
  memberTerms && discount ? { terms: describeTerms(memberTerms), amount: formatAmount(discount) } : null;

function printQuote(quote: Quote) {
  const leftMinor = quote.list.amountMinor - (quote.discount?.amountMinor ?? 0);
  return {
    isFree: quote.total.amountMinor === 0,
    listPrice: formatAmount(quote.list),
    tooLittle: quote.isBelowMinimum ? formatAmount({ ...quote.list, amountMinor: leftMinor }) : null,
    total: formatAmount(quote.total),
    toPay: quote.total,
    quote: quoteKey(quote),
    lines: printLines(quote),
  };
}

/** Returns the tickets by rate and price, where they may differ in price. */
function printLines({ tickets, list: { currency } }: Quote): { name: string; amount: string }[] | null {
  if (!tickets) return null;
  const lines = new Map<string, { name: string; count: number; listMinor: number }>();
  for (const { rate, listMinor } of tickets) {
    const name = rate?.name ?? "";
    const key = `${name} ${listMinor}`;
    lines.set(key, { name, listMinor, count: (lines.get(key)?.count ?? 0) + 1 });
  }
  const money = (amountMinor: number) => formatAmount({ amountMinor, currency });
  return [...lines.values()].map(({ name, count, listMinor }) => ({
    name: [`${count} × ${name || "Ticket"}`, count > 1 && `at ${money(listMinor)}`].filter(Boolean).join(" "),
    amount: money(listMinor * count),
  }));
}

type AgreedForm = { quote: string; discountCode?: string | undefined };

export type QuoteMaker = (terms: DiscountTerms | null, quantity?: number) => Quote;

/** Redeems the code and returns the price to store. Throws price_changed, discount_refused; nothing is charged. */
export async function agreePrice(tx: Transaction, quoted: QuoteMaker, shown: AgreedForm & { now: Date }) {
  const code = codeToRedeem(quoted, shown);
  return agreeOn(quoted, shown, code ? await redeemCode(tx, code, shown.now) : null);
}

/** Ignores the code where nothing is to be paid. */
export const codeToRedeem = (quoted: QuoteMaker, { discountCode }: AgreedForm): string | undefined =>
  quoted(null).total.amountMinor > 0 ? discountCode : undefined;

/** Returns the price to store with the terms of the redeemed code. Throws price_changed. */
export function agreeOn(quoted: QuoteMaker, shown: AgreedForm, terms: DiscountTerms | null) {
  const undiscounted = quoted(null);
  const quote = quoted(terms);
  if (quoteKey(quote) !== shown.quote) {
    throw priceChanged({
      isByCode: quoteKey(undiscounted) === shown.quote,
      isByQuantity: [null, terms].some((known) => isOfOtherQuantity(quoted, known, shown.quote)),
      isByChoice: chosenIn(quoteKey(quote)) !== chosenIn(shown.quote),
    });
  }
  return storedPrice(quote, shown, terms);
}

/** Returns the terms with which a stored price is quoted again: what a membership takes off comes by itself. */
export const codeTermsOf = ({ appliedDiscountCode, discountTerms }: ReturnType<typeof storedPrice>) =>
  appliedDiscountCode ? discountTerms : null;

/** Returns what is stored of a price that was agreed. */
export const storedPrice = (quote: Quote, { discountCode }: AgreedForm, terms: DiscountTerms | null) => ({
  listPriceMinor: quote.list.amountMinor,
  discountMinor: quote.discount?.amountMinor ?? 0,
  totalMinor: quote.total.amountMinor,
  currency: quote.total.currency,
  exchangeRate: quote.rate,
  appliedDiscountCode: terms && discountCode,
  discountTerms: terms ?? quote.memberTerms ?? null,
});

/** Without JavaScript the total is still that of the tickets chosen before. */
const isOfOtherQuantity = (quoted: QuoteMaker, terms: DiscountTerms | null, shownKey: string): boolean =>
  Array.from({ length: maxTickets }, (_, index) => quoteKey(quoted(terms, index + 1))).includes(shownKey);

type PriceChange = { isByCode: boolean; isByQuantity: boolean; isByChoice: boolean };

/** Someone who typed a code without applying it sees the discount before paying. */
function priceChanged({ isByCode, isByQuantity, isByChoice }: PriceChange): DomainError {
  const what = isByCode
    ? "Your discount code has been applied. Please check the new price and confirm."
    : isByQuantity
      ? "The number of tickets has changed. Please check the new total and confirm."
      : isByChoice
        ? "The total is that of what you have chosen now. Please check it and confirm."
        : "The price has changed. Please check the new price and confirm.";
  return new DomainError("price_changed", what);
}

type PriceContext = Pick<Context, "visitor" | "rates">;

export function quoteWith(
  { visitor, rates }: PriceContext,
  session: SessionPrice,
  terms: DiscountTerms | null,
  quantity = 1,
): Quote {
  return requireDiscount(quotePrice(session, visitor.currency, rates, terms, quantity), terms);
}

/** Throws discount_refused if the terms of a code could not be applied to a quote. */
export function requireDiscount(quote: Quote, terms: DiscountTerms | null): Quote {
  if (terms && !quote.discount) throw new DomainError("discount_refused", invalidCode);
  return quote;
}
