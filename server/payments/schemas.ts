import { z } from "zod";
import { pageNumber } from "../core/pagination";
import { parseMinor, typedAmount } from "../platform/money/convert-price";
import { isDay, typedText } from "../core/input-schemas";

export const ledgerQuery = z.object({
  month: z
    .string()
    .refine((month) => isDay(`${month}-01`))
    .optional()
    .catch(undefined),
  page: pageNumber,
});

export const payoutsQuery = ledgerQuery.pick({ month: true });

export const payoutQuery = z.object({ id: z.uuid(), page: pageNumber });

export const paymentRef = z.object({ paymentId: z.uuid() });

/** One payment, or without it payouts and fees. */
export const ledgerSync = paymentRef.partial();

const wrongAmount = "Enter an amount such as 12.50";

export const refundForm = paymentRef.extend({
  amount: z
    .string({ error: wrongAmount })
    .trim()
    .regex(typedAmount, wrongAmount)
    .transform(parseMinor)
    .refine((amountMinor) => amountMinor > 0, wrongAmount),
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

/** Whether the customer gets their money back. */
export const refundChoice = z.enum(["yes", "no"]).default("yes");

export const statusByHand = z.object({
  /** The booking's two statuses or the purchase's one, to detect a concurrent change. */
  from: z.string().max(40),
  to: z.enum(["paid", "free", "failed", "cancelled"]),
  refund: refundChoice,
  reason: typedText(500).optional(),
});

export type StatusByHand = z.infer<typeof statusByHand>;
export type StepByHand = StatusByHand["to"];

/** `confirmed`: to be paid on site. */
export const orderStatuses = ["paid", "free", "pending", "confirmed", "failed", "cancelled", "refunded"] as const;
/** What has become of a payment that its bank has taken back: it is not decided, or lost. */
export const disputeStates = ["disputed", "dispute_lost"] as const;
export type DisputeState = (typeof disputeStates)[number];
export type OrderStatus = (typeof orderStatuses)[number];

export type StatusOutcome = { outcome: "changed" | "paid_meanwhile" };
