import type { products } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Currency } from "../../core/money";
import { decimals } from "../../platform/money/convert-price";
import type { NewRate } from "../../platform/money/price-rows";
import type { TypedPrices } from "../../platform/money/price-schemas";
import { pricesOf } from "../../platform/money/typed-prices";

type PriceColumns = Pick<
  typeof products.$inferSelect,
  "pricing" | "priceMinor" | "highestPriceMinor" | "priceCurrency"
>;

/** Returns the prices of a product in the columns that a session has for them. */
export const asSessionPrice = ({ pricing, priceMinor, highestPriceMinor, priceCurrency }: PriceColumns) => ({
  pricing,
  priceMinor,
  highestPriceMinor,
  enteredPriceMinor: priceMinor,
  enteredHighestMinor: highestPriceMinor,
  enteredCurrency: priceCurrency,
});

/** The fields of a product's form; `priceMinor` is its only price, or that after an early one. */
type TypedProduct = Omit<TypedPrices, "price" | "priceCurrency"> & { priceMinor: number; currency: Currency };

/** A product's prices before an edit; null for a new one. */
type FormerPrices = { product: PriceColumns; rates: NewRate[] } | null;

/** Returns what is stored of the prices in a product's form. Throws invalid, for a choice that is free, with `free` as its message. */
export function productPricesOf(
  ctx: Context,
  { priceMinor, currency, ...typed }: TypedProduct,
  { before, free }: { before: FormerPrices; free: string },
): { columns: PriceColumns; rates: NewRate[] } {
  const form = { ...typed, price: decimals(priceMinor), priceCurrency: currency };
  const former = before && { session: asSessionPrice(before.product), rates: before.rates };
  const { columns, rates } = pricesOf(ctx, form, former, { isOfProduct: true });
  const lowest = Math.min(columns.priceMinor, ...rates.map((rate) => rate.priceMinor));
  if (lowest === 0) throw new DomainError("invalid", free, { field: lowestFields[typed.pricing] });
  return {
    columns: {
      pricing: columns.pricing,
      priceCurrency: currency,
      priceMinor: columns.priceMinor,
      highestPriceMinor: columns.highestPriceMinor,
    },
    rates,
  };
}

const lowestFields = { one: "price", early: "earlyPrice", rates: "rate1Price", between: "lowestAmount" };
