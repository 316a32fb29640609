import { z } from "zod";
import { formVersion } from "../../core/forms";
import { isDay, typedText } from "../../core/input-schemas";

export const sessionOfferRef = z.object({ sessionId: z.uuid() });
export const passRef = z.object({ id: z.uuid() });

const mostCredits = 100;
const wholeNumber = (most: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most, message);

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
