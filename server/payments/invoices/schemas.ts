import { z } from "zod";
import { formVersion } from "../../core/forms";
import { typedLine, typedText } from "../../core/input-schemas";
import { rateText } from "../../core/invoicing";
import { currencies } from "../../core/money";

const percent = z
  .string()
  .trim()
  .default("0")
  .transform((text) => text.replace(",", ".").replace(/\s*%$/, ""))
  .refine(
    (text) => /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) <= 50,
    "Enter a percentage from 0 to 50, such as 20 or 5.5",
  );

const rate = z
  .string()
  .trim()
  .default("")
  .transform((text) => text.replace(",", "."))
  .refine((text) => text === "" || rateText.safeParse(text).success, "Enter a rate such as 0.8537");

const prefix = z
  .string()
  .trim()
  .max(12, "Please keep it to 12 characters")
  .regex(/^[A-Za-z0-9-]+$/, "Use letters, digits and hyphens");

const fields = z.object({
  isOn: z.boolean().default(false),
  name: typedLine(200, "Enter the name of your business"),
  address: typedText(400, "Enter the address of your business"),
  registration: typedLine(200).default(""),
  isVatRegistered: z.boolean().default(false),
  taxNumber: typedLine(60).default(""),
  rateSession: percent,
  rateCollection: percent,
  rateResource: percent,
  ratePass: percent,
  rateCourse: percent,
  rateMembership: percent,
  currency: z.enum(currencies),
  rateSource: z.enum(["service", "typed"]).default("typed"),
  rateGBP: rate,
  rateEUR: rate,
  rateUSD: rate,
  prefix,
  creditPrefix: prefix,
  version: formVersion,
});

/** The rates from the other currencies are needed, as a sale in them can come at any time. */
export const invoicingForm = fields
  .refine((typed) => !typed.isVatRegistered || typed.taxNumber !== "", {
    path: ["taxNumber"],
    message: "Enter your VAT number",
  })
  .refine((typed) => typed.prefix.toLowerCase() !== typed.creditPrefix.toLowerCase(), {
    path: ["creditPrefix"],
    message: "Credit notes need other letters than invoices",
  })
  .superRefine((typed, check) => {
    for (const currency of currencies) {
      if (currency === typed.currency || typed[`rate${currency}`] !== "") continue;
      check.addIssue({
        code: "custom",
        path: [`rate${currency}`],
        message: `Enter how much 1 ${currency} is in ${typed.currency}`,
      });
    }
  });

export type InvoicingForm = z.infer<typeof invoicingForm>;
export type InvoicingValues = Record<Exclude<keyof InvoicingForm, "version">, string>;

export const monthQuery = z.object({ month: z.string().max(20).optional() });

const key = z.string().regex(/^\w{0,100}$/);

/** An invoice as those know it who have its link. */
export const invoiceRef = z.object({ id: z.uuid(), key });

export const detailsForm = z.object({
  company: typedLine(200).default(""),
  address: typedText(400).default(""),
  taxNumber: typedLine(60).default(""),
});

export const changedDetails = detailsForm.extend(invoiceRef.shape);

export const archiveQuery = z.object({
  month: z
    .string()
    .regex(/^\d{4}(-\d{2})?$/)
    .optional(),
});
