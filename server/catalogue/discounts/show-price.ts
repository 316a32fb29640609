import type { DiscountTerms } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError, requirePresent } from "../../core/errors";
import { formatAmount } from "../../core/money";
import { describeTerms, type Quote, quoteKey } from "../../platform/money/quote";
import { type ChosenPrice, quote } from "./chosen-price";
import { checkCode } from "./discount-codes";

/** Returns today's price; a refused code is part of the result. `except` is a purchase whose use does not count. */
export async function showPriceWith(ctx: Context, chosen: ChosenPrice, typedCode: string | undefined, except?: string) {
  return showPrice(chosen, await checkTyped(ctx, chosen, typedCode, except));
}

/** A typed code as it was checked, to show several prices with it; null where there is none or nothing to pay. */
export type CheckedCode = { code: string; terms: DiscountTerms } | { refusal: string } | null;

/** Checks a typed code; its refusal is part of the result. */
export async function checkTyped(
  ctx: Context,
  chosen: ChosenPrice,
  typedCode: string | undefined,
  except?: string,
): Promise<CheckedCode> {
  if (quote(chosen, null).total.amountMinor === 0 || !typedCode?.trim()) return null;
  try {
    return await checkCode(ctx, typedCode, except);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: error.message };
  }
}

export type ShownPrice = ReturnType<typeof showPrice>;

/** Returns a price with a checked code, as a form shows it; of so many of the tickets, the cheapest ones, if `count` is given. */
export function showPrice(chosen: ChosenPrice, checked: CheckedCode, count?: number) {
  const undiscounted = quote(chosen, null, count);
  const hasDiscounts = undiscounted.total.amountMinor > 0;
  const memberDiscount = describeMemberDiscount(undiscounted);
  const plain = { hasDiscounts, discount: null, memberDiscount, codeRefusal: null, ...printQuote(undiscounted) };
  if (!hasDiscounts || !checked) return plain;
  if ("refusal" in checked) return { ...plain, codeRefusal: checked.refusal };
  try {
    const { code, terms } = checked;
    const discounted = quote(chosen, terms, count);
    const discount = {
      code,
      terms: describeTerms(terms),
      amount: formatAmount(requirePresent(discounted.discount, "the discount of a code")),
    };
    return { ...plain, ...printQuote(discounted), memberDiscount: null, discount };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...plain, codeRefusal: error.message };
  }
}

const describeMemberDiscount = ({ memberTerms, discount }: Quote) =>
  memberTerms && discount ? { terms: describeTerms(memberTerms), amount: formatAmount(discount) } : null;

function printQuote(quoted: Quote) {
  const leftMinor = quoted.list.amountMinor - (quoted.discount?.amountMinor ?? 0);
  return {
    isFree: quoted.total.amountMinor === 0,
    listPrice: formatAmount(quoted.list),
    tooLittle: quoted.isBelowMinimum ? formatAmount({ ...quoted.list, amountMinor: leftMinor }) : null,
    total: formatAmount(quoted.total),
    toPay: quoted.total,
    quote: quoteKey(quoted),
    lines: printLines(quoted),
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
