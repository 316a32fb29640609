import { maxPriceRates } from "@db/schema";
import { z } from "zod";
import { typedLine } from "../../core/input-schemas";
import type { Currency } from "../../core/money";
import { parseMinor, typedAmount } from "./convert-price";

/** Reads an empty field as null, as the column stores it. */
export const orNull = <Value>(field: z.ZodType<Value>) => field.nullish().transform((typed) => typed || null);

const placesOfRate = "Enter a whole number of at least 1, or leave it empty";
const amount = () => orNull(z.string().trim().regex(typedAmount, "Enter an amount such as 20 or 17.50"));
const placesAtPrice = () =>
  orNull(z.number({ error: placesOfRate }).int(placesOfRate).min(1, placesOfRate).max(100_000, placesOfRate));
const rateName = () => orNull(typedLine(40));

/** The fields of the prices of a session or product beside `price`; `typed-prices.ts` says which of them count. */
export const priceFields = {
  rate1Name: rateName(),
  rate1Price: amount(),
  rate1Places: placesAtPrice(),
  rate2Name: rateName(),
  rate2Price: amount(),
  rate2Places: placesAtPrice(),
  rate3Name: rateName(),
  rate3Price: amount(),
  rate3Places: placesAtPrice(),
  rate4Name: rateName(),
  rate4Price: amount(),
  rate4Places: placesAtPrice(),
  earlyPrice: amount(),
  earlyUntil: orNull(z.iso.date("Choose a day")),
  earlyPlaces: placesAtPrice(),
  lowestAmount: amount(),
  highestAmount: amount(),
  suggestedAmount: amount(),
};
export type PriceField = keyof typeof priceFields;

/** Prices as a form holds them. */
export type TypedPrices = {
  pricing: "one" | "early" | "rates" | "between";
  price: string;
  priceCurrency: Currency;
} & { [Field in PriceField]: z.output<(typeof priceFields)[Field]> };

export const invalidPrice = "Enter a price above 0";

/** The field of a product's only price, or of that after an early one; empty where there are several to choose from. */
export const typedProductPrice = z
  .string()
  .trim()
  .refine((typed) => typed === "" || typedAmount.test(typed), invalidPrice)
  .default("")
  .transform((typed) => (typed === "" ? 0 : parseMinor(typed)));
export const productPriceMinor = z.number().int().min(0, invalidPrice).max(99_999_999, invalidPrice);

/** Returns whether a product has a price where it needs one. */
export const isPriced = ({ pricing, price }: { pricing: string; price: number }): boolean =>
  pricing === "rates" || pricing === "between" || price > 0;

const rateNumber = z.coerce.number().int().min(1).max(maxPriceRates);

/** Returns the field of a rate, which has a number. One that is unknown is as none. */
export const chosenRate = () => rateNumber.optional().catch(undefined);

/** What is chosen of a product that has rates, or for which any amount between two can be paid. */
export const chosenPrice = {
  rate1: chosenRate(),
  /** The amount, as typed. */
  amount: z.string().max(20).optional(),
};
