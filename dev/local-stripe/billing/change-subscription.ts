import type { SubscriptionObject } from "../objects/subscription";
import { addProrations, planOf } from "./add-prorations";
import { draftInvoice } from "./invoices";
import { type KeptSubscription, requireSubscription, saveSubscription } from "./kept-subscription";
import { declined } from "./payment-methods";
import type { Change } from "./prorations";
import { finalizeAndCollect } from "./subscription-status";
import type { BillingWork } from "./work";

/** Changes prices, quantities or dates. Amounts are invoiced at once or wait for the next invoice, as asked. */
export async function changeSubscription(
  work: BillingWork,
  kept: KeptSubscription,
  change: Change,
  { before, isRefusedUnpaid }: { before: SubscriptionObject; isRefusedUnpaid: boolean },
): Promise<KeptSubscription> {
  const plan = await planOf(work.tx, kept, change);
  const prorated = await addProrations(work, { body: plan.body, state: kept.state }, plan);
  if (!plan.isInvoiced) {
    await saveSubscription(work, before, prorated);
    return prorated;
  }
  const isTrial = plan.body.status === "trialing";
  const drafted = await draftInvoice(work, prorated, {
    reason: "subscription_update",
    period: plan.newPeriod,
    isTrial,
    finalizesAt: work.now,
  });
  await saveSubscription(work, before, drafted.kept);
  const { result } = await finalizeAndCollect(work, drafted.invoice);
  if (isRefusedUnpaid && result !== "paid" && result !== "paused") throw declined();
  return requireSubscription(work.tx, kept.body.id);
}
