import type { SubscriptionObject } from "../objects/subscription";
import { findObject, saveObject } from "../store";
import { closedInvoice } from "./invoices";
import { openInvoicesOf, saveInvoice } from "./kept-invoice";
import { type KeptSubscription, saveSubscription } from "./kept-subscription";
import { announce, type BillingWork } from "./work";

/** Ends a subscription at once. Its open invoices are no longer collected by themselves. */
export async function cancelSubscription(
  work: BillingWork,
  { body, state }: KeptSubscription,
  reason: "cancellation_requested" | "payment_failed",
): Promise<SubscriptionObject> {
  for (const invoice of await openInvoicesOf(work.tx, body.id)) {
    await saveInvoice(work, invoice.body, { body: closedInvoice(invoice.body), state: invoice.state });
  }
  if (body.schedule) await endSchedule(work, body.schedule);
  const details = body.cancellation_details;
  const canceled: SubscriptionObject = {
    ...body,
    canceled_at: body.canceled_at ?? work.now,
    cancellation_details: {
      comment: details?.comment ?? null,
      feedback: null,
      feedback_option: null,
      reason: details?.reason ?? reason,
    },
    ended_at: work.now,
    schedule: null,
    status: "canceled",
  };
  await saveSubscription(work, body, { body: canceled, state }, "customer.subscription.deleted");
  return canceled;
}

async function endSchedule(work: BillingWork, id: string): Promise<void> {
  const schedule = (await findObject(work.tx, "subscription_schedule", id))?.body;
  if (!schedule) return;
  const canceled = { ...schedule, canceled_at: work.now, current_phase: null, status: "canceled" as const };
  await saveObject(work.tx, canceled);
  await announce(work, "subscription_schedule.canceled", canceled);
}
