import type { Queryable } from "@db/client";
import { buildInvoiceItem } from "../objects/invoice-line";
import { productNames } from "./invoices";
import type { KeptSubscription } from "./kept-subscription";
import { type Change, type ChangePlan, planChange } from "./prorations";
import { add, announce, type BillingWork, requireCustomer } from "./work";

/** Returns what a change of a subscription would do and cost. */
export async function planOf(tx: Queryable, { body, state }: KeptSubscription, change: Change): Promise<ChangePlan> {
  const products = [...body.items.data, ...change.items].map(({ price }) => price.product);
  return planChange(body, state, change, await productNames(tx, products));
}

/** Adds the invoice items of a change. Returns the subscription with what is charged for it now. */
export async function addProrations(
  work: BillingWork,
  { body, state }: KeptSubscription,
  { prorations }: ChangePlan,
): Promise<KeptSubscription> {
  const customer = await requireCustomer(work.tx, work.customerId);
  const debits = { ...state.debits };
  for (const { item, amount, period, description, credited } of prorations) {
    const pending = buildInvoiceItem({
      item,
      customer,
      amount,
      period,
      description,
      date: work.now,
      ...(credited && { credited }),
    });
    await add(work, "invoiceitem", pending);
    await announce(work, "invoiceitem.created", pending);
    if (credited) delete debits[item.id];
    else debits[item.id] = { ...period, amount, invoiceItem: pending.id };
  }
  return { body, state: { ...state, debits } };
}
