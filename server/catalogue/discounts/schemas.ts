import { z } from "zod";
import { formVersion } from "../../core/forms";
import { besideOtherErrors, isDay, searchText, stripInvisible } from "../../core/input-schemas";
import { currencies, type Currency } from "../../core/money";
import { type Page, pageNumber } from "../../core/pagination";
import { parseMinor, typedAmount } from "../../platform/money/convert-price";

export const invalidCode = "Invalid discount code";

export const discountCode = z
  .string()
  .overwrite(stripInvisible)
  .max(100, invalidCode)
  .regex(/^\P{Cc}*$/u, invalidCode)
  .transform((code) => code.toUpperCase() || undefined);

const messages = {
  missing: "Code is required",
  percentage: "Enter a whole number from 1 to 100",
  amount: "Enter an amount of at least 1, such as 5 or 12.50",
  uses: "Enter a whole number of at least 1, or leave it empty for no limit",
  day: "Enter a date, or leave it empty",
  order: "The last day can’t be before the first one",
};

/** Package prices were once stored as codes with these names. */
const reserved = ["BIRTH_PACKAGE_PRICE", "STRESS_PACKAGE_PRICE"];

const dayField = z.string().trim().refine(isDay, messages.day).optional();

const fields = {
  code: z
    .string({ error: messages.missing })
    .overwrite(stripInvisible)
    .min(1, messages.missing)
    .max(40, "Please keep it to 40 characters")
    // Characters whose upper case is the same in PostgreSQL and browsers.
    .regex(/^[\x20-\x7e]*$/, "Please use plain letters, digits and signs")
    .transform((code) => code.toUpperCase())
    .refine((code) => !reserved.includes(code), "This name is reserved. Please choose another."),
  type: z.enum(["percentage", "fixed_amount"]).default("percentage"),
  percentage: z
    .number({ error: messages.percentage })
    .int(messages.percentage)
    .min(1, messages.percentage)
    .max(100, messages.percentage)
    .optional(),
  amount: z.string().trim().regex(typedAmount, messages.amount).optional(),
  currency: z.enum(currencies).default("GBP"),
  isActive: z.boolean().default(false),
  isOneTimeUse: z.boolean().default(false),
  firstDay: dayField,
  lastDay: dayField,
  timeZone: z.string().min(1).max(64),
  maxUses: z
    .number({ error: messages.uses })
    .int(messages.uses)
    .min(1, messages.uses)
    .max(1_000_000, messages.uses)
    .optional(),
};

type TypedCode = {
  type: "percentage" | "fixed_amount";
  percentage?: number | undefined;
  amount?: string | undefined;
  firstDay?: string | undefined;
  lastDay?: string | undefined;
};

function fitsTogether({ type, percentage, amount, firstDay, lastDay }: TypedCode, ctx: z.RefinementCtx) {
  const say = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
  if (type === "percentage" && percentage === undefined) say("percentage", messages.percentage);
  if (type === "fixed_amount" && (amount === undefined || !typedAmount.test(amount) || parseMinor(amount) < 100))
    say("amount", messages.amount);
  if (firstDay && lastDay && lastDay < firstDay) say("lastDay", messages.order);
}

export const newCodeForm = z.object({ ...fields, formKey: z.uuid() }).superRefine(fitsTogether, besideOtherErrors);
export type NewCode = z.infer<typeof newCodeForm>;
export type CodeForm = Omit<NewCode, "formKey">;

export const editedCodeForm = z
  .object({ ...fields, version: formVersion })
  .superRefine(fitsTogether, besideOtherErrors);

export const codeRef = z.object({ id: z.uuid() });
export const editedCode = z
  .object({ ...fields, ...codeRef.shape, version: formVersion })
  .superRefine(fitsTogether, besideOtherErrors);
export type EditedCode = z.infer<typeof editedCode>;

export const codeQuery = z.object({
  search: searchText,
  page: pageNumber,
});
export type CodeQuery = z.infer<typeof codeQuery>;

export type ListedCode = {
  id: string;
  code: string;
  terms: string;
  uses: number;
  limit: number | null;
  isOneTimeUse: boolean;
  isActive: boolean;
  standing: string | null;
  validity: string | null;
  createdAt: string;
};
export type CodeList = { codes: ListedCode[]; page: Page };

export type CodeValues = {
  code: string;
  type: "percentage" | "fixed_amount";
  percentage: string;
  amount: string;
  currency: Currency;
  isActive: boolean;
  isOneTimeUse: boolean;
  firstDay: string;
  lastDay: string;
  maxUses: string;
  uses: number;
};
export type OpenedCode = CodeValues & { version: string };
