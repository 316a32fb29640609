import type { Queryable } from "@db/client";
import { buildInvoiceItem } from "../objects/invoice-line";
import type { SubscriptionObject } from "../objects/subscription";
import { draftInvoice, productNames } from "./invoices";
import { type KeptSubscription, requireSubscription, saveSubscription } from "./kept-subscription";
import { declined } from "./payment-methods";
import { type Change, type ChangePlan, planChange } from "./prorations";
import { finalizeAndCollect } from "./subscription-status";
import { add, announce, type BillingWork, requireCustomer } from "./work";

/** Returns what a change of a subscription would do and cost. */
export async function planOf(tx: Queryable, { body, state }: KeptSubscription, change: Change): Promise<ChangePlan> {
  const products = [...body.items.data, ...change.items].map(({ price }) => price.product);
  return planChange(body, state, change, await productNames(tx, products));
}

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
    ...{ reason: "subscription_update", period: plan.newPeriod, isTrial, finalizesAt: work.now },
  });
  await saveSubscription(work, before, drafted.kept);
  const { result } = await finalizeAndCollect(work, drafted.invoice);
  if (isRefusedUnpaid && result !== "paid" && result !== "paused") throw declined();
  return requireSubscription(work.tx, kept.body.id);
}

async function addProrations(
  work: BillingWork,
  { body, state }: KeptSubscription,
  { prorations }: ChangePlan,
): Promise<KeptSubscription> {
  const customer = await requireCustomer(work.tx, work.customerId);
  const debits = { ...state.debits };
  for (const { item, amount, period, description, credited } of prorations) {
    const pending = buildInvoiceItem({
      ...{ item, customer, amount, period, description, date: work.now },
      ...(credited && { credited }),
    });
    await add(work, "invoiceitem", pending);
    await announce(work, "invoiceitem.created", pending);
    if (credited) delete debits[item.id];
    else debits[item.id] = { ...period, amount, invoiceItem: pending.id };
  }
  return { body, state: { ...state, debits } };
}
