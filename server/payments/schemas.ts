import { z } from "zod";
import { pageNumber } from "../core/pagination";
import { minorOf, typedAmount } from "../money/convert-price";
import { isDay, typedText } from "../core/input-schemas";

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

/** What the instructor makes of an order by hand. */
export const statusByHand = z.object({
  /** How it stood when the instructor decided: the booking's two statuses, or the purchase's one. */
  from: z.string().max(40),
  to: z.enum(["paid", "free", "failed", "cancelled"]),
  /** Whether what was paid goes back, where a place that was paid for is cancelled. */
  isRefunded: z.boolean().default(true),
  reason: typedText(500).optional(),
});

export type StatusByHand = z.infer<typeof statusByHand>;

/** `paid_meanwhile`: what was to be given up as unpaid has just been paid for at Stripe, and stays booked. */
export type StatusOutcome = { outcome: "changed" | "paid_meanwhile" };
