import { ApiError } from "../api-error";
import { inPeriod, recurrenceOf, type SubscriptionObject } from "../objects/subscription";
import { draftInvoice } from "./invoices";
import { type KeptSubscription, requireSubscription, saveSubscription } from "./kept-subscription";
import { declined, payingCard } from "./payment-methods";
import { finalizeAndCollect } from "./subscription-status";
import { nextPeriodEnd } from "./time";
import { announce, type BillingWork } from "./work";

/** Resumes a subscription that was paused for want of a card: a new period begins, and must be paid. */
export async function resumeSubscription(
  work: BillingWork,
  { body, state }: KeptSubscription,
): Promise<KeptSubscription> {
  if (body.status !== "paused") {
    throw new ApiError("Only paused subscriptions can be resumed.", { code: "resource_invalid" });
  }
  if (!(await payingCard(work, body.default_payment_method))) {
    throw new ApiError("This customer has no attached payment source or default payment method.", {
      code: "resource_missing",
    });
  }
  const [item] = body.items.data;
  if (!item) throw new ApiError("The subscription has no items.");
  const period = { start: work.now, end: nextPeriodEnd(work.now, recurrenceOf(item.price), work.now) };
  const active: SubscriptionObject = { ...inPeriod(body, period), billing_cycle_anchor: work.now, status: "active" };
  const drafted = await draftInvoice(
    work,
    { body: active, state },
    {
      reason: "subscription_update",
      period,
      finalizesAt: work.now,
    },
  );
  await saveSubscription(work, body, drafted.kept);
  const { result } = await finalizeAndCollect(work, drafted.invoice);
  if (result !== "paid") throw declined();
  const resumed = await requireSubscription(work.tx, body.id);
  await announce(work, "customer.subscription.resumed", resumed.body);
  return resumed;
}
