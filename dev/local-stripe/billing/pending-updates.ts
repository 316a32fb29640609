import { badParameter } from "../api-error";
import { type PendingUpdateObject, periodOf, type SubscriptionObject } from "../objects/subscription";
import { saveObject } from "../store";
import { addProrations, planOf } from "./add-prorations";
import { discardPending } from "./follow-pending";
import { draftInvoice } from "./invoices";
import { saveInvoice } from "./kept-invoice";
import { hiddenOf, type KeptSubscription, requireSubscription, saveSubscription } from "./kept-subscription";
import { givenOf } from "./metadata";
import type { Change } from "./prorations";
import { finalizeAndCollect } from "./subscription-status";
import type { SubscriptionUpdate } from "./subscription-parameters";
import type { BillingWork } from "./work";

/** An update waits for its payment so long, or until its period ends. */
const longestWait = 23 * 60 * 60;

/** What an update may change that waits for its payment. */
const supported = ["items", "payment_behavior", "proration_behavior", "proration_date", "off_session", "expand"];

/** Refuses what an update can't change that waits for its payment. */
export function refuseUnsupported(update: SubscriptionUpdate): void {
  const param = Object.keys(givenOf(update)).find((name) => !supported.includes(name));
  if (param) throw badParameter(`\`${param}\` can't be used with \`payment_behavior=pending_if_incomplete\`.`, param);
}

/** Changes a subscription once the invoice of the change is paid; until then all stays as it is. */
export async function updateOncePaid(
  work: BillingWork,
  started: KeptSubscription,
  change: Change,
): Promise<KeptSubscription> {
  const kept = started.state.pending ? await discardPending(work, started) : started;
  const plan = await planOf(work.tx, kept, change);
  const prorated = await addProrations(work, { body: plan.body, state: kept.state }, plan);
  if (!plan.isInvoiced) {
    await saveSubscription(work, kept.body, prorated);
    return prorated;
  }
  const drafted = await draftInvoice(work, prorated, {
    ...{ reason: "subscription_update", period: plan.newPeriod, finalizesAt: work.now },
  });
  const { items, billing_cycle_anchor: anchor } = drafted.kept.body;
  const { id } = drafted.invoice.body;
  const state = { ...kept.state, pending: { invoice: id, items, anchor, debits: drafted.kept.state.debits } };
  await saveObject(work.tx, kept.body, hiddenOf({ body: kept.body, state }));
  const waiting = { body: drafted.invoice.body, state: { ...drafted.invoice.state, isOfPendingUpdate: true } };
  await saveInvoice(work, drafted.invoice.body, waiting);
  const { result } = await finalizeAndCollect(work, waiting);
  if (result !== "paid") {
    const body = {
      ...kept.body,
      latest_invoice: id,
      pending_update: pendingUpdate(work, kept.body, drafted.kept.body),
    };
    await saveSubscription(work, kept.body, { body, state });
  }
  return requireSubscription(work.tx, kept.body.id);
}

function pendingUpdate(
  { now }: BillingWork,
  body: SubscriptionObject,
  planned: SubscriptionObject,
): PendingUpdateObject {
  const isReset = planned.billing_cycle_anchor !== body.billing_cycle_anchor;
  return {
    billing_cycle_anchor: isReset ? planned.billing_cycle_anchor : null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(now + longestWait, periodOf(body).end),
    metadata: null,
    subscription_items: planned.items.data,
    trial_end: null,
    trial_from_plan: null,
  };
}
