import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { giftCardTerms, products } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { keepContent } from "../../core/kept-content";
import { type Currency, formatAmount, formatPrice } from "../../core/money";
import { inputValueOf, showPrice } from "../../platform/money/convert-price";
import { validFor } from "./describe-card";
import { isCardSold, readGivenPass } from "./given-pass";
import { findLeftGift, type LeftGift } from "./left-gift";

type SoldCard = { product: typeof products.$inferSelect; terms: typeof giftCardTerms.$inferSelect };

const selectSold = (db: Queryable) =>
  db
    .select({ product: products, terms: giftCardTerms })
    .from(products)
    .innerJoin(giftCardTerms, eq(giftCardTerms.productId, products.id))
    .$dynamic();

/** Returns whether the site's menu has a link to the gift cards. */
export const isAnyCardSold = keepContent(async (db): Promise<boolean> => (await db.$count(products, isCardSold)) > 0);

/** A gift card on sale, as visitors see it. */
export type GiftCardOnSale = {
  id: string;
  title: string;
  description: string;
  /** "Any amount from £25 to £500". */
  amounts: string;
  validFor: string;
  isOn: boolean;
};

/** Lists the gift cards on sale, the oldest first. */
export async function listGiftCards(ctx: Context): Promise<GiftCardOnSale[]> {
  const rows = await selectSold(ctx.db).where(isCardSold).orderBy(asc(products.createdAt), asc(products.id));
  return rows.map((row) => printCard(ctx, row));
}

/** What the buyer of a gift card chooses from. */
export type GiftCardForm = GiftCardOnSale & {
  currency: Currency;
  /** Amounts to choose with one tap, as an input holds them. */
  suggestions: { value: string; label: string }[];
  buyer: { name: string; email: string } | null;
  /** The pass for whose price it is bought; null where an amount is asked for. */
  pass: { id: string; title: string; price: string; amount: string } | null;
  /** What was filled in before the payment page was left. */
  left: LeftGift | null;
  formKey: string;
};

/** Returns the page of a gift card, also of one that is no longer sold. Throws not_found. */
export async function getGiftCardForm(
  ctx: Context,
  { id, passId, isBack }: { id: string; passId?: string | undefined; isBack: boolean },
): Promise<GiftCardForm> {
  const [row] = await selectSold(ctx.db).where(eq(products.id, id));
  const pass = passId === undefined ? null : await readGivenPass(ctx.db, ctx, passId);
  if (!row) throw new DomainError("not_found", "Gift card not found");
  const limits = limitsOf(row.terms, ctx);
  const { currency } = limits;
  return {
    ...printCard(ctx, row),
    currency,
    suggestions: suggestionsIn(limits).map((amountMinor) => ({
      value: inputValueOf(amountMinor),
      label: formatPrice({ amountMinor, currency }),
    })),
    buyer: ctx.user && { name: ctx.user.fullName, email: ctx.user.email },
    pass: pass && {
      id: pass.id,
      title: pass.title,
      price: formatAmount(pass.price),
      amount: inputValueOf(pass.price.amountMinor),
    },
    left: isBack ? await findLeftGift(ctx, { id }) : null,
    formKey: randomUUID(),
  };
}

function printCard(ctx: Context, { product, terms }: SoldCard): GiftCardOnSale {
  const { lowestMinor, highestMinor, currency } = limitsOf(terms, ctx);
  const amount = (amountMinor: number) => formatPrice({ amountMinor, currency });
  return {
    id: product.id,
    title: product.title,
    description: product.description,
    amounts:
      lowestMinor === highestMinor
        ? amount(lowestMinor)
        : `Any amount from ${amount(lowestMinor)} to ${amount(highestMinor)}`,
    validFor: validFor(terms.months),
    isOn: product.isOn,
  };
}

/** The lowest and the highest amount that a buyer may choose, in their currency. */
type Limits = { lowestMinor: number; highestMinor: number; currency: Currency };

/** Returns the limits in the visitor's currency, rounded to whole numbers; in pounds if there is no rate. */
export function limitsOf(
  terms: Pick<typeof giftCardTerms.$inferSelect, "lowestMinor" | "highestMinor">,
  { visitor, rates }: Pick<Context, "visitor" | "rates">,
): Limits {
  const inCurrency = (amountMinor: number) => showPrice({ amountMinor, currency: "GBP" }, visitor.currency, rates).list;
  const lowest = inCurrency(terms.lowestMinor);
  const highest = inCurrency(terms.highestMinor);
  return { lowestMinor: lowest.amountMinor, highestMinor: highest.amountMinor, currency: lowest.currency };
}

/** Says why an amount can't be chosen; null if it can. */
export function outOfLimits(amountMinor: number, { lowestMinor, highestMinor, currency }: Limits): string | null {
  if (amountMinor >= lowestMinor && amountMinor <= highestMinor) return null;
  const [lowest, highest] = [lowestMinor, highestMinor].map((minor) => formatPrice({ amountMinor: minor, currency }));
  return lowest === highest ? `This gift card is for ${lowest}` : `Enter an amount from ${lowest} to ${highest}`;
}

const rounded = [2500, 5000, 7500, 10_000, 15_000, 20_000];

const suggestionsIn = ({ lowestMinor, highestMinor }: Limits): number[] =>
  lowestMinor === highestMinor
    ? [lowestMinor]
    : rounded.filter((minor) => minor >= lowestMinor && minor <= highestMinor).slice(0, 4);
