import type { OrderRef, Step } from "@server/orders/schemas";
import type { Reconciled } from "@server/payments/reconcile-payment";
import { listAddress } from "~/lib/list-address";
import { infoToast, successToast, type Toast } from "~/lib/toast";

export const ordersPath = "/admin/orders";

/** The page where something is done to an order; `back` is the address that it leads back to. */
export const orderAddress = (
  { kind, id }: OrderRef,
  what: "status" | "refund" | "returned" | "sync",
  query: { back: string; to?: Step },
): string => listAddress(`${ordersPath}/${kind}/${id}/${what}`, query);

/** What giving a status by hand is called. */
export const stepLabels: Record<Step, string> = {
  paid: "Mark as paid",
  free: "Mark as free",
  failed: "Mark as failed",
  cancelled: "Cancel",
};

/** What a menu offers for an order. */
export function orderMenu(order: Changeable, back: string) {
  const steps = order.steps.map((to) => ({ label: stepLabels[to], to: orderAddress(order, "status", { to, back }) }));
  const refund = { label: "Refund", to: orderAddress(order, "refund", { back }) };
  const returned = { label: givenBackLabel, to: orderAddress(order, "returned", { back }) };
  return [...(order.isOwedByHand ? [returned] : []), ...steps, ...(order.isRefundable ? [refund] : [])];
}

type Changeable = OrderRef & { steps: Step[]; isRefundable: boolean; isOwedByHand: boolean };

/** What the instructor says of money that she has handed over herself. */
export const givenBackLabel = "I have given it back";

/** The orders of which something is to be given back by hand; of one session or customer, where that is said. */
export const owedByHandAddress = (search = ""): string => listAddress(ordersPath, { tab: "owed", search });

/** What asking Stripe about an order has brought. */
export function orderSyncNews({ updated, alreadyPaid }: Reconciled): Toast {
  if (updated) return successToast("Order synchronized");
  return infoToast(alreadyPaid ? "Already synchronized" : "No updates needed");
}

/** In what order orders and purchases may stand, the usual one first. */
export const orderSortLabels = [
  { value: "-date", label: "Newest first" },
  { value: "date", label: "Oldest first" },
  { value: "customer", label: "Customer, A to Z" },
  { value: "-customer", label: "Customer, Z to A" },
];

export const syncFailure = "Failed to sync with Stripe. Please try again.";

export const syncFailed = { title: "Sync failed", text: syncFailure };
