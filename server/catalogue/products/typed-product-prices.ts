import type { products } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Currency } from "../../core/money";
import { decimals } from "../../platform/money/convert-price";
import type { NewRate } from "../../platform/money/price-rows";
import { priceFields, type TypedPrices } from "../../platform/money/price-schemas";
import { pricesOf, priceTexts } from "../../platform/money/typed-prices";

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

/** The prices of a product's form; `price` is its only price in minor units, or that after an early one. */
type ProductPrices = Omit<TypedPrices, "price" | "priceCurrency"> & { price: number; currency: Currency };

type CommonColumns = Pick<typeof products.$inferSelect, "title" | "description" | "isOn">;

type SharedField = keyof ProductPrices | keyof CommonColumns;
const shared = new Set<string>([
  "title",
  "description",
  "isOn",
  "pricing",
  "price",
  "currency",
  ...Object.keys(priceFields),
]);

/** Returns what a kind of product adds to its name, its text and its prices. */
export const termsIn = <Form extends CommonColumns & ProductPrices>(typed: Form): Omit<Form, SharedField> =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !shared.has(name))) as Omit<Form, SharedField>;

type StatedColumns = CommonColumns & PriceColumns;

/** Returns what every product with several prices has, as its form states it. */
export const statedOf = (product: StatedColumns, rates: NewRate[]) => ({
  title: product.title,
  description: product.description,
  isOn: product.isOn,
  pricing: product.pricing,
  price: product.priceMinor,
  currency: product.priceCurrency,
  ...priceTexts(asSessionPrice(product), rates),
});

/** A product's prices before an edit; null for a new one. */
type FormerPrices = { product: PriceColumns; rates: NewRate[] } | null;

/** Returns what is stored of what every product with several prices has. Throws invalid, for a choice that is free, with `free` as its message. */
export function pricedColumns(
  ctx: Context,
  typed: CommonColumns & ProductPrices,
  { before, free }: { before: FormerPrices; free: string },
): { product: StatedColumns; rates: NewRate[] } {
  const { title, description, isOn, price, currency, pricing } = typed;
  const form = { ...typed, price: decimals(price), priceCurrency: currency };
  const former = before && { session: asSessionPrice(before.product), rates: before.rates };
  const { columns, rates } = pricesOf(ctx, form, former, { isOfProduct: true });
  const { priceMinor, highestPriceMinor } = columns;
  const lowest = Math.min(priceMinor, ...rates.map((rate) => rate.priceMinor));
  if (lowest === 0) throw new DomainError("invalid", free, { field: lowestFields[pricing] });
  return {
    product: { title, description, isOn, pricing, priceCurrency: currency, priceMinor, highestPriceMinor },
    rates,
  };
}

const lowestFields = { one: "price", early: "earlyPrice", rates: "rate1Price", between: "lowestAmount" };
