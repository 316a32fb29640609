import { z } from "zod";
import { pageNumber } from "../core/pagination";
import { minorOf, typedAmount } from "../money/typed-amount";
import { isDay } from "../core/typed-day";
import { typedText } from "../core/typed-text";

/** A month of the books, "2026-11", and the page of it; whatever else is asked for is the present month's first page. */
export const ledgerQuery = z.object({
  month: z
    .string()
    .refine((month) => isDay(`${month}-01`))
    .optional()
    .catch(undefined),
  page: pageNumber,
});

export const paymentRef = z.object({ paymentId: z.uuid() });

const wrongAmount = "Enter an amount, as 12.50";

/** What is typed into the refund form: an amount in the payment's own currency becomes minor units, without a float. */
export const refundForm = paymentRef.extend({
  amount: z
    .string({ error: wrongAmount })
    .trim()
    .regex(typedAmount, wrongAmount)
    .transform(minorOf)
    .refine((amountMinor) => amountMinor > 0, wrongAmount),
  /** Whether the place goes too, where nothing is left of what was paid. */
  place: z.enum(["cancel", "keep"]).default("cancel"),
  reason: typedText(500).optional(),
  formKey: z.uuid(),
});

export const newRefund = paymentRef.extend({
  amountMinor: z.number().int().positive().max(2_000_000_000),
  isPlaceCancelled: z.boolean().default(true),
  reason: typedText(500).optional(),
  formKey: z.uuid(),
});
export type NewRefund = z.infer<typeof newRefund>;

export const refundRef = z.object({ refundId: z.uuid() });
