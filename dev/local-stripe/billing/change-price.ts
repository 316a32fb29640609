import { badParameter } from "../api-error";
import { type NewLine, periodLine } from "../objects/invoice-line";
import { inPeriod, itemOf, type SubscriptionObject } from "../objects/subscription";
import { draftInvoice, dueAfterBalance, productNames } from "./invoices";
import { type KeptSubscription, saveSubscription } from "./kept-subscription";
import { declined } from "./payment-methods";
import { type Change, planChange } from "./prorations";
import { finalizeAndCollect } from "./subscription-status";
import { type BillingWork, requireCustomer } from "./work";

/** Returns what a change would charge at once, in minor units. Nothing is saved. */
export async function amountDueFor(work: BillingWork, kept: KeptSubscription, change: Change): Promise<number> {
  const { lines } = await planChange(work.tx, kept, change);
  const { balance } = await requireCustomer(work.tx, work.customerId);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return lines.length === 0 ? 0 : dueAfterBalance({ total, currency: kept.body.currency }, balance).due;
}

/** How a subscription was before, and whether a change is refused whose invoice can't be paid. */
type Terms = { before: SubscriptionObject; isRefusedUnpaid: boolean };

/** Changes the price. What it costs is invoiced at once. */
export async function changePrice(work: BillingWork, kept: KeptSubscription, change: Change, terms: Terms) {
  const { body, lines } = await planChange(work.tx, kept, change);
  await saveAndInvoice(work, { body, state: kept.state }, lines, terms);
}

const longestTrial = 730 * 24 * 60 * 60;

/** Returns the end of a trial. Refuses one that is over, or further than Stripe waits. */
export function requireTrialEnd(now: number, end: number): number {
  if (end <= now) throw badParameter("Timestamp must be in the future, or 'now'", "trial_end");
  if (end - now > longestTrial) throw badParameter("Trials can't be longer than two years", "trial_end");
  return end;
}

/** Charges nothing until then: a trial begins, or goes on for longer. */
export async function moveTrialEnd(work: BillingWork, { body, state }: KeptSubscription, end: number, terms: Terms) {
  const { now } = work;
  const item = itemOf(body);
  const period = { start: now, end: requireTrialEnd(now, end) };
  const names = await productNames(work.tx, [item.price.product]);
  const trial: SubscriptionObject = {
    ...inPeriod(body, period),
    billing_cycle_anchor: end,
    status: "trialing",
    trial_end: end,
    trial_start: body.status === "trialing" ? body.trial_start : now,
  };
  const line = periodLine(item, names[item.price.product] ?? "", period, { isTrial: true });
  await saveAndInvoice(work, { body: trial, state }, [line], terms);
}

async function saveAndInvoice(
  work: BillingWork,
  kept: KeptSubscription,
  lines: NewLine[],
  { before, isRefusedUnpaid }: Terms,
): Promise<void> {
  if (lines.length === 0) return saveSubscription(work, before, kept);
  const drafted = await draftInvoice(work, kept, { reason: "subscription_update", lines, finalizesAt: work.now });
  await saveSubscription(work, before, drafted.kept);
  const { result } = await finalizeAndCollect(work, drafted.invoice);
  if (isRefusedUnpaid && result !== "paid" && result !== "paused") throw declined();
}
