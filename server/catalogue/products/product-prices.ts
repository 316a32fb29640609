import type { Queryable } from "@db/client";
import { priceRates, purchases } from "@db/schema";
import type { Context } from "../../core/context";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { readRates } from "../../platform/money/price-rows";
import { showPrice } from "../../platform/money/convert-price";
import { priceContext } from "../../platform/money/price-context";
import { priceRangeOf, type SessionPricing, type TakenRate } from "../../platform/money/session-price";
import { priceOf, type Product } from "./catalogue";

type PricedProduct = Pick<Product, "id" | "pricing" | "priceMinor" | "highestPriceMinor" | "priceCurrency">;

/**
 * Returns what a product costs. Its rates are counted with the purchases that are pending, paid or free: lock it to
 * rely on them. `except` is a purchase that does not count.
 */
export async function readProductPricing(
  db: Queryable,
  product: PricedProduct,
  except?: string,
): Promise<SessionPricing> {
  const [pricing] = await readProductPrices(db, [product], except);
  return pricing ?? pricingOf(product, []);
}

/** Returns what products cost, in their order, with one statement if any of them has rates. */
export async function readProductPrices(
  db: Queryable,
  products: PricedProduct[],
  except?: string,
): Promise<SessionPricing[]> {
  const owners = products.filter(({ pricing }) => pricing !== "one").map(({ id }) => ({ productId: id }));
  const rates = await readRates(db, owners, countSold(db, except));
  return products.map((product) => pricingOf(product, rates.get(product.id) ?? []));
}

/** Returns the lowest price of a product and, of several, the highest, in the visitor's currency. */
export function rangeOfProduct(
  ctx: Pick<Context, "visitor" | "rates" | "clock" | "settings">,
  product: Pick<Product, "pricing" | "priceMinor" | "priceCurrency">,
  pricing: SessionPricing | undefined,
) {
  if (pricing && product.pricing !== "one") return priceRangeOf(pricing, priceContext(ctx));
  return { lowest: showPrice(priceOf(product), ctx.visitor.currency, ctx.rates).list, highest: null };
}

/** A product has its prices in one currency, from which they are converted. */
const pricingOf = (
  { pricing, priceMinor, highestPriceMinor, priceCurrency: currency }: PricedProduct,
  rates: TakenRate[],
): SessionPricing => ({
  session: {
    pricing,
    priceMinor,
    highestPriceMinor,
    enteredCurrency: currency,
    baseCurrency: currency,
    enteredPriceMinor: priceMinor,
    enteredHighestMinor: highestPriceMinor,
  },
  priceRates: rates,
});

function countSold(db: Queryable, except?: string) {
  const isSold = and(inArray(purchases.status, ["pending", "paid", "free"]), isNull(purchases.archivedAt));
  const sold = db
    .select({ count: sql`count(*)` })
    .from(purchases)
    .where(and(eq(purchases.priceRateId, priceRates.id), isSold, except ? ne(purchases.id, except) : undefined));
  return sql<number>`${sold}`;
}
