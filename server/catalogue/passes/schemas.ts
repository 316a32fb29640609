import { passCover, passStart } from "@db/schema";
import { z } from "zod";
import { formVersion } from "../../core/forms";
import { isDay, typedLine, typedText } from "../../core/input-schemas";
import { currencies, type Currency } from "../../core/money";
import { parseMinor, typedAmount } from "../../platform/money/convert-price";
import {
  isPriced,
  priceFields,
  priceMissing,
  productPriceMinor,
  typedProductPrice,
} from "../../platform/money/price-schemas";

export const sessionOfferRef = z.object({ sessionId: z.uuid() });
export const passRef = z.object({ id: z.uuid() });

const mostCredits = 100;
const mostMonths = 60;
const invalidCredits = `Enter a number from 1 to ${mostCredits}, or nothing for any number`;
const invalidMonths = `Enter a number from 1 to ${mostMonths}`;
const noCategory = "Choose at least one category";

const texts = { title: typedLine(60, "Enter a name"), description: typedText(1000).default("") };

const choices = {
  starts: z.enum(passStart.enumValues),
  cover: z.enum(passCover.enumValues),
  categoryIds: z.array(z.uuid()).max(100).default([]),
};

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

const wholeNumber = (most: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most, message);

/** One price, rates to choose from, or any amount between two. */
const pricing = z.enum(["one", "rates", "between"]).default("one");
const { earlyPrice: _, earlyUntil: __, earlyPlaces: ___, ...passPriceFields } = priceFields;
type PassPriceField = keyof typeof passPriceFields;

type TypedCover = { cover: string; categoryIds: string[] };
const namesCategories = ({ cover, categoryIds }: TypedCover) => cover !== "categories" || categoryIds.length > 0;
const categoryMissing = { message: noCategory, path: ["categoryIds"] };

const invalidLimit = "Enter an amount above 0, or nothing";

const typedPass = {
  ...texts,
  ...choices,
  /** Empty where there are several prices. */
  price: typedProductPrice,
  pricing,
  ...passPriceFields,
  currency: z.enum(currencies).default("GBP"),
  credits: wholeNumber(mostCredits, invalidCredits).nullish().default(null),
  months: wholeNumber(mostMonths, invalidMonths),
  placeLimit: z
    .string()
    .trim()
    .default("")
    .refine((typed) => typed === "" || (typedAmount.test(typed) && parseMinor(typed) > 0), invalidLimit)
    .transform((typed) => (typed === "" ? null : parseMinor(typed))),
  isIntroduction: ticked,
  isOn: ticked,
};

export const newPassForm = z
  .object({ ...typedPass, formKey: z.uuid() })
  .refine(namesCategories, categoryMissing)
  .refine(isPriced, priceMissing("price"));
export const editedPassForm = z
  .object({ ...typedPass, isLimitForHolders: ticked, version: formVersion })
  .refine(namesCategories, categoryMissing)
  .refine(isPriced, priceMissing("price"));

const pass = {
  ...texts,
  ...choices,
  priceMinor: productPriceMinor,
  pricing,
  ...passPriceFields,
  currency: z.enum(currencies),
  credits: z.number().int().min(1).max(mostCredits).nullable(),
  months: z.number().int().min(1).max(mostMonths),
  /** Null for the limit that a pass starts with. */
  placeLimit: z.number().int().min(1, invalidLimit).max(99_999_999, invalidLimit).nullable().default(null),
  isIntroduction: z.boolean(),
  isOn: z.boolean(),
};
export const newPass = z
  .object({ ...pass, formKey: z.uuid() })
  .refine(namesCategories, categoryMissing)
  .refine(isPriced, priceMissing("priceMinor"));
export type NewPass = z.infer<typeof newPass>;
export const editedPass = z
  .object({
    ...pass,
    ...passRef.shape,
    /** Whether those who hold the pass get its limit, too. */
    isLimitForHolders: z.boolean().default(false),
    version: formVersion,
  })
  .refine(namesCategories, categoryMissing)
  .refine(isPriced, priceMissing("priceMinor"));
export type EditedPass = z.infer<typeof editedPass>;

/** What the form of a pass holds. */
export type PassValues = Record<PassPriceField, string> & {
  title: string;
  description: string;
  pricing: string;
  price: string;
  currency: Currency;
  credits: string;
  months: string;
  placeLimit: string;
  starts: string;
  cover: string;
  categoryIds: string[];
  isIntroduction: boolean;
  isOn: boolean;
};

export type OpenedPass = PassValues & {
  id: string;
  /** How many hold it with another limit than its own. */
  otherHolders: number;
  version: string;
  /** Why it can't be deleted; null if it can. */
  kept: string | null;
};

/** A row of the back office's list. */
export type ListedPass = {
  id: string;
  title: string;
  path: string;
  price: string;
  holds: string;
  sold: number;
  isOn: boolean;
};

/** A pass as visitors see it. */
export type PassOnSale = {
  id: string;
  title: string;
  description: string;
  /** Of several prices, the range; `from` is the lowest. */
  price: string;
  from: string | null;
  /** A line for each of several prices. */
  prices: string[];
  /** Text such as "£12 each"; null for any number of sessions. */
  each: string | null;
  /** What it holds, for which sessions and until when, one sentence each. */
  terms: string[];
  isOn: boolean;
  /** A first offer that the visitor has had already. */
  isUsedUp: boolean;
  /** The gift card by which it is given to someone; null if it can't be. */
  givenBy: string | null;
};

/** What the holder reads of a change by hand. */
const reason = typedText(300, "Enter a reason");
const form = { version: formVersion, formKey: z.uuid() };
const noDay = "Enter a day";

export const passExtensionForm = z.object({
  lastDay: z.string({ error: noDay }).refine((day) => isDay(day) && day < "2200", noDay),
  reason,
  ...form,
});
export const passExtension = passExtensionForm.extend(passRef.shape);
export type PassExtension = z.infer<typeof passExtension>;

const noChange = `Enter a number from 1 to ${mostCredits}`;

export const creditCorrectionForm = z.object({
  direction: z.enum(["add", "take"], "Choose whether to add or to take away"),
  number: wholeNumber(mostCredits, noChange),
  reason,
  ...form,
});
export const creditCorrection = passRef.extend({
  change: z
    .number()
    .int()
    .min(-mostCredits)
    .max(mostCredits)
    .refine((change) => change !== 0, noChange),
  reason,
  ...form,
});
export type CreditCorrection = z.infer<typeof creditCorrection>;
