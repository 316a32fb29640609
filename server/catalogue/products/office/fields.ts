import { z } from "zod";
import { typedLine, typedText } from "../../../core/input-schemas";
import { currencies } from "../../../core/money";
import { inputValueOf, parseMinor, typedAmount } from "../../../platform/money/convert-price";
import type { DescribedFile } from "../../../platform/media/media-files";

type Choices = Record<string, string>;
type NamedRow = { id: string; name: string };
/** Which of several prices a product can have, how its price is called, and what is counted at its rates. */
export type PricesInput = { kinds: Choices; label: string; places: string; hints: { rates: string; lowest: string } };

/** What a field looks like. */
type FieldInput =
  | { as: "tick" }
  | { as: "line"; maxLength?: number; mode?: "numeric" | "decimal"; isRequired?: boolean; suggested?: string[] }
  | { as: "address"; maxLength: number }
  | { as: "text"; rows: number; maxLength?: number }
  | { as: "choice"; words: Choices }
  | { as: "boxes"; options: NamedRow[] }
  | ({ as: "prices" } & PricesInput)
  /** A part of the prices. */
  | { as: "price" }
  /** A file that is sent when it is chosen; the field has its id. */
  | { as: "upload"; kind: "image" | "download"; file: DescribedFile | null }
  /** Files to remove. */
  | { as: "files"; files: DescribedFile[] }
  | { as: "hidden" };

/** A field as a page shows it. */
export type FieldView = {
  name: string;
  label: string;
  /** What a conflict calls it, if not by its label. */
  inConflict?: string;
  hint?: string;
  /** Whether it shares its row with the half beside it. */
  isHalf?: boolean;
  /** Whether it is shown where the kinds of price are. */
  isAmongPrices?: boolean;
  input: FieldInput;
};

/** A field of a product's form: how it looks, what is typed in it, and what is stored of that. */
export type Field<Value = unknown> = Omit<FieldView, "name"> & {
  typed: z.ZodType<Value>;
  stored: z.ZodType<Value>;
  /** What it holds in the form of a new product. */
  begins: string;
  /** Returns what it holds of a stored value, beside all that is stored. */
  text: (value: unknown, stored: Record<string, unknown>) => string;
};

type Look = Pick<FieldView, "hint" | "isHalf" | "inConflict"> & { begins?: string; text?: Field["text"] };

const field = <Value>(
  input: FieldInput,
  label: string,
  schemas: Pick<Field<Value>, "typed" | "stored">,
  { begins = "", text = textOf, ...look }: Look = {},
): Field<Value> => ({ label, ...look, begins, text, input, ...schemas });

function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" ? value : "";
}

export const amountText = (value: unknown): string => (typeof value === "number" ? inputValueOf(value) : textOf(value));

export const same = <Value>(schema: z.ZodType<Value>) => ({ typed: schema, stored: schema });

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** Returns a box. `mayBeOmitted`: who calls the procedure need not say that it is not ticked. */
export const tick = (label: string, { mayBeOmitted = false, ...look }: Look & { mayBeOmitted?: boolean } = {}) =>
  field(
    { as: "tick" },
    label,
    { typed: ticked, stored: mayBeOmitted ? z.boolean().default(false) : z.boolean() },
    look,
  );

/** Returns the box of what is sold; `offHint` says what becomes of those who have it once it is off. */
export const onSale = (offHint: string) => tick("On sale", { hint: offHint });

export const nameLine = (look?: Look): Field<string> =>
  field({ as: "line", maxLength: 60 }, "Name", same(typedLine(60, "Enter a name")), look);

export const description = (most = 1000, rows = 3): Field<string> =>
  field({ as: "text", rows, maxLength: most }, "Description (optional)", same(typedText(most).default("")), {
    inConflict: "Description",
  });

type Limits = { least: number; most: number };
const isWithin = (value: number, { least, most }: Limits): boolean => value >= least && value <= most;
const threeDigits = /^\d{1,3}$/;

/** Returns the field of a whole number. */
export function count(label: string, { least, most, ...look }: Look & Limits): Field<number> {
  const message = `Enter a number from ${least} to ${most}`;
  const typed = z
    .string({ error: message })
    .trim()
    .regex(threeDigits, message)
    .transform(Number)
    .refine((value) => isWithin(value, { least, most }), message);
  return field({ as: "line", mode: "numeric" }, label, { typed, stored: z.number().int().min(least).max(most) }, look);
}

/** Returns the field of a whole number that may be left empty; `or` says for what. */
export function optionalCount(
  label: string,
  { least, most, or = "nothing", ...look }: Look & Limits & { or?: string },
): Field<number | null> {
  const message = `Enter a number from ${least} to ${most}, or ${or}`;
  const isTyped = (typed: string) => threeDigits.test(typed) && isWithin(Number(typed), { least, most });
  const typed = z
    .string()
    .trim()
    .default("")
    .refine((text) => text === "" || isTyped(text), message)
    .transform((text) => (text === "" ? null : Number(text)));
  const stored = z.number().int().min(least).max(most).nullable();
  return field({ as: "line", mode: "numeric" }, label, { typed, stored }, look);
}

const mostMinor = 99_999_999;

/** Returns the field of an amount that may be left empty. */
export function optionalAmount(label: string, look?: Look): Field<number | null> {
  const message = "Enter an amount above 0, or nothing";
  const typed = z
    .string()
    .trim()
    .default("")
    .refine((text) => text === "" || (typedAmount.test(text) && parseMinor(text) > 0), message)
    .transform((text) => (text === "" ? null : parseMinor(text)));
  const stored = z.number().int().min(1, message).max(mostMinor, message).nullable().default(null);
  return field({ as: "line", mode: "decimal" }, label, { typed, stored }, { text: amountText, ...look });
}

/** Returns the field of an amount of at least `least` minor units. */
export function amount(
  label: string,
  { least, most = mostMinor, message, ...look }: Look & { least: number; most?: number; message: string },
): Field<number> {
  const typed = z
    .string({ error: message })
    .trim()
    .regex(typedAmount, message)
    .transform(parseMinor)
    .refine((minor) => minor >= least, message);
  const stored = z.number().int().min(least, message).max(most, message);
  return field({ as: "line", mode: "decimal" }, label, { typed, stored }, { text: amountText, ...look });
}

export const choice = <Value extends string>(
  label: string,
  schema: z.ZodType<Value>,
  { words, ...look }: Look & { words: Record<Value, string> },
): Field<Value> => field({ as: "choice", words }, label, same(schema), look);

const currencyWords = { GBP: "GBP £", EUR: "EUR €", USD: "USD $" };

export const currency = (begins: (typeof currencies)[number] = "GBP") =>
  choice("Currency", z.enum(currencies).default(begins), { words: currencyWords, begins, isHalf: true });

/** Returns the field of rows that a product is for or consists of; a form gives its options. */
export const boxes = (legend: string, ids = z.array(z.uuid()).max(100).default([])): Field<string[]> =>
  field({ as: "boxes", options: [] }, legend, same<string[]>(ids));

export const upload = (kind: "image" | "download", label: string, hint: string) =>
  field({ as: "upload", kind, file: null }, label, same(z.uuid().optional()), { hint });

/** Returns a hidden field. */
export const hidden = <Value>(schema: z.ZodType<Value>): Field<Value> => field({ as: "hidden" }, "", same(schema));

/** Returns a field of a look of its own. */
export const fieldOf = field;
