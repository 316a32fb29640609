import { z } from "zod";
import {
  invalidPrice,
  isPriced,
  type PriceField,
  priceFields as several,
  productPriceMinor,
  typedProductPrice,
} from "../../../platform/money/price-schemas";
import { amountText, currency, type Field, fieldOf, hidden, type PricesInput } from "./fields";

type Pricing = "one" | "early" | "rates" | "between";

/** Returns the fields of what people pay, of which there may be several prices. */
export function priceFields<Kind extends Pricing>(kinds: Record<Kind, string>, look: Omit<PricesInput, "kinds">) {
  const names = Object.keys(kinds) as Kind[];
  const pricing = z.enum(names).default("one" as Kind);
  const others = Object.entries(several).map(([name, schema]) => [
    name,
    { ...hidden<unknown>(schema), input: { as: "price" as const } },
  ]);
  return {
    pricing: fieldOf<Kind>(
      { as: "prices", kinds, ...look },
      "What people pay",
      { typed: pricing, stored: pricing },
      { begins: "one" },
    ),
    price: fieldOf<number>(
      { as: "price" },
      "Price",
      { typed: typedProductPrice, stored: productPriceMinor },
      { text: (value, { pricing }) => (pricing === "one" || pricing === "early" ? amountText(value) : "") },
    ),
    ...(Object.fromEntries(others) as { [Name in PriceField]: Field<z.output<(typeof several)[Name]>> }),
    currency: { ...currency(), isAmongPrices: true },
  };
}

/** Says that a product has a price where it needs one. */
export const hasPrice = { isKept: isPriced, message: invalidPrice, field: "price" } as const;
