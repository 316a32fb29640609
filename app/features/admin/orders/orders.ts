import type { OrderDetails } from "@server/office/orders/order";
import type { OrderRef } from "@server/office/orders/schemas";
import type { Reconciliation } from "@server/payments/reconcile-payment";
import type { StepByHand } from "@server/payments/schemas";
import { infoToast, successToast, type Toast } from "~/lib/toast";
import { orderAddress } from "~/features/admin/admin-paths";

export const stepLabels: Record<StepByHand, string> = {
  paid: "Mark as paid",
  free: "Mark as free",
  failed: "Mark as failed",
  cancelled: "Cancel",
};

export function orderMenu(order: OrderActions, back: string) {
  const steps = order.steps.map((to) => ({ label: stepLabels[to], to: orderAddress(order, "status", { to, back }) }));
  const refund = { label: "Refund", to: orderAddress(order, "refund", { back }) };
  const returned = { label: givenBackLabel, to: orderAddress(order, "returned", { back }) };
  return [...(order.isOwedByHand ? [returned] : []), ...steps, ...(order.isRefundable ? [refund] : [])];
}

export const moveLabel = "Move to another date";

type ResendRequest = { id: string; formKey: string; back: string };

/** Returns a form, for a button or a menu, that mails the confirmation of a booking again. */
export const resendForm = ({ id, formKey, back }: ResendRequest) => ({
  label: "Resend confirmation",
  action: orderAddress({ kind: "booking", id }, "confirmation", { back: "" }),
  fields: { id, formKey, back },
  failure: { title: resendFailed },
});

export const resendFailed = "The confirmation was not sent";

/** Returns what a customer loses with an order, as a part of a sentence. */
export const lossOf = ({
  product: { use, noun, part },
  customer,
}: Pick<OrderDetails, "product" | "customer">): string =>
  part
    ? `the ${part} that it paid for no longer counts (other ${part}s of the ${noun} stay)`
    : `${customer} can no longer ${use}`;

type OrderActions = OrderRef & { steps: StepByHand[]; isRefundable: boolean; isOwedByHand: boolean };

export const givenBackLabel = "I have given it back";

export function orderSyncToast({ updated, alreadyPaid }: Reconciliation): Toast {
  if (updated) return successToast("Order synchronized");
  return infoToast(alreadyPaid ? "Already synchronized" : "No updates needed");
}

/** The first one is the default. */
export const orderSortLabels = [
  { value: "-date", label: "Newest first" },
  { value: "date", label: "Oldest first" },
  { value: "customer", label: "Customer, A to Z" },
  { value: "-customer", label: "Customer, Z to A" },
];

export const syncFailure = "Failed to sync with Stripe. Please try again.";

export const syncFailed = { title: "Sync failed", text: syncFailure };
