import { z } from "zod";
import { formVersion } from "../../core/forms";
import { typedLine, typedText } from "../../core/input-schemas";
import { currencies, type Currency } from "../../core/money";
import { parseMinor, typedAmount } from "../../selling/money/convert-price";
import { courseRef } from "./schemas";

const invalidPrice = "Enter a price above 0";
const noDates = "Choose at least two dates";
const mostDates = 60;

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

const texts = { title: typedLine(60, "Enter a name"), description: typedText(4000).default("") };

const typedPrice = z
  .string({ error: invalidPrice })
  .trim()
  .regex(typedAmount, invalidPrice)
  .transform(parseMinor)
  .refine((minor) => minor > 0, invalidPrice);

const sessionIds = z.array(z.uuid()).min(2, noDates).max(mostDates, `Choose up to ${mostDates} dates`);

const typedCourse = {
  ...texts,
  price: typedPrice,
  currency: z.enum(currencies).default("GBP"),
  sessionIds: sessionIds.default([]),
  isSoldSingly: ticked,
  canMakeUp: ticked,
  isOn: ticked,
};

/** Which series a new course is made of, by one of its dates. */
export const seriesRef = z.object({ of: z.uuid().optional().catch(undefined) });

export const newCourseForm = z.object({ ...typedCourse, formKey: z.uuid() });
export const editedCourseForm = z.object({ ...typedCourse, version: formVersion });

const course = {
  ...texts,
  priceMinor: z.number().int().min(1, invalidPrice).max(99_999_999, invalidPrice),
  currency: z.enum(currencies),
  sessionIds,
  isSoldSingly: z.boolean(),
  canMakeUp: z.boolean(),
  isOn: z.boolean(),
};
export const newCourse = z.object({ ...course, formKey: z.uuid() });
export type NewCourse = z.infer<typeof newCourse>;
export const editedCourse = z.object({ ...course, ...courseRef.shape, version: formVersion });
export type EditedCourse = z.infer<typeof editedCourse>;

/** What the form of a course holds. */
export type CourseValues = {
  title: string;
  description: string;
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
