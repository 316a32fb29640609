import type { PayoutSum } from "@server/office/orders/payouts/list-payouts";
import type { PayoutLine } from "@server/office/orders/payouts/payout-details";
import { payoutsPath } from "~/features/admin/admin-paths";
import type { BadgeTone } from "~/ui/badge";

export const payoutAddress = (id: string): string => `${payoutsPath}/${id}`;

const statuses: Record<string, { label: string; tone: BadgeTone }> = {
  pending: { label: "Planned", tone: "yellow" },
  in_transit: { label: "On its way", tone: "yellow" },
  paid: { label: "Arrived", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  canceled: { label: "Cancelled", tone: "red" },
};

/** Describes a status in the instructor's words; one that is new at Stripe in Stripe's. */
export const payoutStatus = (status: string): string => statuses[status]?.label ?? status.replaceAll("_", " ");

export const payoutTone = (status: string): BadgeTone => statuses[status]?.tone ?? "grey";

export const sumLabels: Record<PayoutSum["lines"][number]["kind"], string> = {
  payment: "Payments",
  refund: "Refunds",
  dispute: "Disputed payments",
  fee: "Fees",
  returned: "Returned by a failed payout",
  other: "Other movements at Stripe",
  fees: "Stripe’s fees",
  unlisted: "Not listed by Stripe",
};

export const lineLabels: Record<PayoutLine["kind"], string> = {
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  fee: "Fee of Stripe",
  returned: "A failed payout came back",
  other: "Other",
};
