import type { Transaction } from "@db/client";
import type { Membership, PlanChange } from "@db/schema";
import type Stripe from "stripe";
import { formatAmount } from "../../../core/money";
import type { Services } from "../../../core/services";
import { mailMembership } from "../mails";
import { readPlanChanges, updatePlanChange } from "../plan-changes";
import { printPrice } from "../describe-plan";
import { instantOf, type PaidInvoice, type SubscriptionFacts } from "./facts";

/** How long a change is believed to be on its way to Stripe without any trace of it, in minutes. */
const longestFlight = 10;

/** Returns the item of a subscription that is charged. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error("Stripe has a subscription without items");
  return item;
}

/**
 * Returns the change of plan that Stripe has made, but our books have not: its price is the subscription's, or was
 * charged. The newest change of a price counts, so that an older one is not made again.
 */
export async function findMadeAtStripe(
  tx: Transaction,
  membership: Membership,
  { subscription, paid }: SubscriptionFacts,
): Promise<PlanChange | undefined> {
  if (membership.endedAt) return undefined;
  const changes = await readPlanChanges(tx, membership);
  const price = itemOf(subscription).price.id;
  const newest = changes.find((change) => change.priceReference === price);
  if (newest && newest.startedAt === null && isOther(newest, membership)) return newest;
  const open = changes.find(({ endedAt }) => endedAt === null);
  return open && paid.some((invoice) => isPaidBy(invoice, open)) ? open : undefined;
}

/** The same plan may get a price that a change had which was taken back. */
const isOther = (change: PlanChange, { productId, interval }: Membership): boolean =>
  change.productId !== productId || change.interval !== interval;

const isPaidBy = ({ priceReference, isPart }: PaidInvoice, change: PlanChange): boolean =>
  priceReference === change.priceReference && isPart === (change.kind === "at_once");

/**
 * Follows a change of plan that is open: one at once may wait for its payment, or have come to nothing. Its member is told
 * once of each.
 */
export async function followOpenChange(
  tx: Transaction,
  services: Services,
  membership: Membership,
  { subscription, open: due }: SubscriptionFacts,
): Promise<void> {
  const changes = await readPlanChanges(tx, membership);
  const change = changes.find(({ endedAt }) => endedAt === null);
  if (change?.kind !== "at_once") return;
  const waiting = subscription.pending_update;
  const isSame = waiting?.subscription_items?.some(({ price }) => price.id === change.priceReference);
  if (waiting && isSame && due) {
    await noteWaiting(tx, services, { membership, change, invoiceId: due.id, until: instantOf(waiting.expires_at) });
    return;
  }
  const age = services.clock.now().getTime() - change.createdAt.getTime();
  if (change.invoiceReference === null && age < longestFlight * 60_000) return;
  await updatePlanChange(tx, change, { endedAt: services.clock.now(), invoiceReference: null, waitsUntil: null });
  const text = `Your membership stays “${membership.title}”: the payment for “${change.title}” was not made. Nothing was taken for it.`;
  await mailMembership(tx, services, membership, { about: "change_failed", key: change.id, text });
}

type WaitingChange = { membership: Membership; change: PlanChange; invoiceId: string; until: Date };

async function noteWaiting(
  tx: Transaction,
  services: Services,
  { membership, change, invoiceId, until }: WaitingChange,
): Promise<void> {
  if (change.invoiceReference === invoiceId) return;
  await updatePlanChange(tx, change, { invoiceReference: invoiceId, waitsUntil: until });
  const { amountMinor, currency, priceMinor, interval } = change;
  const amount = formatAmount({ amountMinor, currency });
  const price = printPrice({ amountMinor: priceMinor, currency }, interval);
  const text = `“${change.title}” for ${price} begins once ${amount} is paid: your bank did not take or confirm the payment at once. Please look at it on the page of your membership within a day. Until then you keep “${membership.title}”, and nothing was taken.`;
  await mailMembership(tx, services, membership, { about: "change_waiting", key: change.id, text });
}
