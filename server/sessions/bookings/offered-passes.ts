import type { Context } from "../../core/context";
import { formatPrice, type Money } from "../../core/money";
import { readMemberTerms } from "../../selling/discounts/member-discount";
import { type CheckedCode, showPrice } from "../../selling/discounts/prices";
import { withMemberDiscount } from "../../selling/discounts/quote-choice";
import { type DiscountTerms, printCredits } from "../../selling/money/quote";
import { agreedOf } from "../../selling/passes/agreed-terms";
import { describeTerms, readCategoryNames } from "../../selling/passes/describe-pass";
import { listOffers, type OfferedPass } from "../../selling/passes/offers";
import type { Use } from "../../selling/passes/use-pass";
import { priceOf } from "../../selling/products/catalogue";
import { quoteOnePrice } from "../../selling/purchases/purchase-form";
import { choiceOf, keyOfNewPass } from "./new-pass";

/** The passes on sale that a form offers to buy and use at once. */
export type OfferedPasses = {
  options: { value: string; label: string; detail: string }[];
  /** Which passes hold too few credits for the tickets. */
  notes: string[];
  /** Returns what a form shows once one of them is chosen. */
  priced: (value: string, code: CheckedCode) => ReturnType<typeof showOffer> | null;
};

const mostOffered = 3;

/** Returns the passes on sale with which a session can be booked in the same step. `place` is the price of one without. */
export async function showOffers(
  ctx: Context,
  use: Parameters<typeof listOffers>[1],
  place: Money,
): Promise<OfferedPasses> {
  const offers = await listOffers(ctx, use, place);
  const memberTerms = await readMemberTerms(ctx.db, ctx);
  const names = await readCategoryNames(
    ctx.db,
    offers.map(({ terms }) => terms),
  );
  const enough = offers.filter(({ isEnough }) => isEnough).slice(0, mostOffered);
  return {
    options: enough.map((offer) => ({
      value: choiceOf(offer.product),
      label: `Buy “${offer.product.title}” for ${formatPrice(offer.price)} and use it.`,
      detail: detailsOf(offer),
    })),
    notes: offers.filter(({ isEnough }) => !isEnough).map((offer) => tooFew(offer, use)),
    priced(value, code) {
      const offer = enough.find(({ product }) => choiceOf(product) === value);
      return offer ? showOffer(ctx, offer, { ...use, code, memberTerms }) : null;
    },
  };

  function detailsOf({ terms, credits }: OfferedPass): string {
    const cost = credits === use.quantity ? [] : [`It takes ${printCredits(credits)} now.`];
    const once = terms.isIntroduction ? ["Once for each person."] : [];
    return [...describeTerms(terms, names), ...once, ...cost].join(" ");
  }
}

const tooFew = ({ product, terms, credits }: OfferedPass, { quantity }: Use): string =>
  `“${product.title}” can’t be bought for this: it has ${printCredits(terms.credits ?? 0)}, and ` +
  `${quantity === 1 ? "the ticket takes" : `${quantity} tickets take`} ${credits}.`;

type OfferUse = Use & { code: CheckedCode; memberTerms: DiscountTerms | null };

function showOffer(ctx: Context, offer: OfferedPass, { quantity, code, memberTerms }: OfferUse) {
  const { product, terms, credits } = offer;
  const price = showPrice(withMemberDiscount(quoteOnePrice(ctx, priceOf(product)), memberTerms), code);
  const tickets = quantity === 1 ? "1 ticket" : `${quantity} tickets`;
  return {
    ...price,
    byPass: { name: `${tickets} with the new pass`, amount: printCredits(credits) },
    charged: 1,
    ticketPrice: price.listPrice,
    lines: [{ name: `Pass “${product.title}”`, amount: price.listPrice }],
    quote: keyOfNewPass(product, credits, price.quote, agreedOf(terms)),
  };
}
