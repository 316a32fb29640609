import { DomainError } from "../core/errors";
import { describeTerms, type DiscountTerms } from "../money/discount";
import { formatAmount } from "../money/money";
import { type Quote, quoteKey } from "../money/quote";
import type { Context } from "../core/context";
import { checkCode } from "./check-code";

/** A price as a form shows and carries it. */
export type ShownPrice = Awaited<ReturnType<typeof showPriceWith>>;

/**
 * What something costs now, with a code where one is given; what is wrong with the code is a part of the answer.
 * `quoted` is what it costs with a code's terms; the use of a code by `except`, which she can go on with, is not counted.
 */
export async function showPriceWith(
  ctx: Context,
  quoted: (terms: DiscountTerms | null) => Quote,
  typedCode: string | undefined,
  except?: string,
) {
  const undiscounted = quoted(null);
  /** Whether there is anything for a code to take off. */
  const hasDiscounts = undiscounted.total.amountMinor > 0;
  const plain = { hasDiscounts, discount: null, codeRefusal: null, ...printed(undiscounted) };
  if (!hasDiscounts || !typedCode?.trim()) return plain;
  try {
    const { code, terms } = await checkCode(ctx, typedCode, except);
    const quote = quoted(terms);
    const discount = { code, terms: describeTerms(terms), amount: formatAmount(quote.discount!) };
    return { ...plain, ...printed(quote), discount };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...plain, codeRefusal: error.message };
  }
}

function printed(quote: Quote) {
  const leftMinor = quote.list.amountMinor - (quote.discount?.amountMinor ?? 0);
  return {
    isFree: quote.total.amountMinor === 0,
    listPrice: formatAmount(quote.list),
    /** What is left, where that is too little to be charged by card and became free. */
    tooLittle: quote.isBelowMinimum ? formatAmount({ ...quote.list, amountMinor: leftMinor }) : null,
    total: formatAmount(quote.total),
    quote: quoteKey(quote),
  };
}
