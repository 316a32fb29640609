import { z } from "zod";
import { formVersion } from "../../core/forms";
import { typedLine, typedText } from "../../core/input-schemas";
import { currencies, type Currency } from "../../core/money";
import {
  isPriced,
  type PriceField,
  priceFields,
  priceMissing,
  productPriceMinor,
  typedProductPrice,
} from "../../platform/money/price-schemas";
import { courseRef } from "./schemas";

const noDates = "Choose at least two dates";
const mostDates = 60;

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

const texts = { title: typedLine(60, "Enter a name"), description: typedText(4000).default("") };

/** One price, a lower one early on, rates to choose from, or any amount between two. */
const pricing = z.enum(["one", "early", "rates", "between"]).default("one");

const sessionIds = z.array(z.uuid()).min(2, noDates).max(mostDates, `Choose up to ${mostDates} dates`);

const typedCourse = {
  ...texts,
  pricing,
  price: typedProductPrice,
  ...priceFields,
  currency: z.enum(currencies).default("GBP"),
  sessionIds: sessionIds.default([]),
  isSoldSingly: ticked,
  canMakeUp: ticked,
  isOn: ticked,
};

/** Which notes on the price were seen. */
const agreed = { agreedPrice: formVersion.optional() };

/** Which series a new course is made of, by one of its dates. */
export const seriesRef = z.object({ of: z.uuid().optional().catch(undefined) });

export const newCourseForm = z
  .object({ ...typedCourse, formKey: z.uuid(), ...agreed })
  .refine(isPriced, priceMissing("price"));
export const editedCourseForm = z
  .object({ ...typedCourse, version: formVersion, ...agreed })
  .refine(isPriced, priceMissing("price"));

const course = {
  ...texts,
  pricing,
  priceMinor: productPriceMinor,
  ...priceFields,
  currency: z.enum(currencies),
  sessionIds,
  isSoldSingly: z.boolean(),
  canMakeUp: z.boolean(),
  isOn: z.boolean(),
};
export const newCourse = z
  .object({ ...course, formKey: z.uuid(), ...agreed })
  .refine(isPriced, priceMissing("priceMinor"));
export type NewCourse = z.infer<typeof newCourse>;
export const editedCourse = z
  .object({ ...course, ...courseRef.shape, version: formVersion, ...agreed })
  .refine(isPriced, priceMissing("priceMinor"));
export type EditedCourse = z.infer<typeof editedCourse>;

/** What the form of a course holds. */
export type CourseValues = Record<PriceField, string> & {
  title: string;
  description: string;
  pricing: string;
  price: string;
  currency: Currency;
  sessionIds: string[];
  isSoldSingly: boolean;
  canMakeUp: boolean;
  isOn: boolean;
};

/** A date that a course may have. */
export type OfferedDate = { id: string; label: string };

/** A row of the back office's list. */
export type OfficeCourse = { id: string; title: string; price: string; dates: number; sold: number; isOn: boolean };
