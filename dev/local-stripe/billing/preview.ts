import { dueAfterBalance, pendingItemsOf } from "./invoices";
import { planOf } from "./add-prorations";
import type { KeptSubscription } from "./kept-subscription";
import type { Change } from "./prorations";
import { type BillingWork, requireCustomer } from "./work";

/** Returns what a change would charge at once, in minor units. Nothing is saved. */
export async function amountDueFor(work: BillingWork, kept: KeptSubscription, change: Change): Promise<number> {
  const { tx, customerId } = work;
  const { body, isInvoiced, newPeriod, prorations } = await planOf(tx, kept, change);
  if (!isInvoiced) return 0;
  const isCharged = newPeriod !== null && body.status !== "trialing";
  const periods = (isCharged ? body.items.data : []).map(({ price, quantity }) => price.unit_amount * quantity);
  const others = [...(await pendingItemsOf(tx, body.id)), ...prorations].map(({ amount }) => amount);
  const total = [...periods, ...others].reduce((sum, amount) => sum + amount, 0);
  const { balance } = await requireCustomer(tx, customerId);
  return dueAfterBalance({ total, currency: body.currency }, balance).due;
}
