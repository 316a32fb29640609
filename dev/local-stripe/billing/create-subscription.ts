import type { Queryable } from "@db/client";
import { ApiError } from "../api-error";
import { newId } from "../ids";
import { periodLine } from "../objects/invoice-line";
import { buildItem, buildSubscription, recurrenceOf } from "../objects/subscription";
import { saveObject } from "../store";
import { requireTrialEnd } from "./change-price";
import { isLive, subscriptionsOf } from "./hosted-actions";
import { draftInvoice, productNames } from "./invoices";
import { hiddenOf, type KeptSubscription, requireSubscription } from "./kept-subscription";
import { declined, payingCard } from "./payment-methods";
import { finalizeAndCollect } from "./subscription-status";
import { nextPeriodEnd } from "./time";
import { requireRecurringPrice } from "./update-subscription";
import { add, announce, type BillingWork } from "./work";

type NewSubscriptionOf = {
  price: string;
  cardId?: string | undefined;
  trialDays?: number | undefined;
  metadata?: Record<string, string> | undefined;
  missingPaymentMethod?: "cancel" | undefined;
  /** The customer is there, as at Checkout. */
  isOnSession?: boolean;
};

/** Returns the end of a trial of so many days; null without one. */
export const trialEndOf = (now: number, days: number | undefined): number | null =>
  days === undefined ? null : requireTrialEnd(now, now + days * 24 * 60 * 60);

/** Starts a subscription, whose first invoice is paid at once. Throws an ApiError if it can't be. */
export async function createSubscription(work: BillingWork, made: NewSubscriptionOf): Promise<KeptSubscription> {
  const { tx, now } = work;
  const price = await requireRecurringPrice(tx, made.price, "items[0][price]");
  await requireOneCurrency(tx, work.customerId, price.currency);
  const trialEnd = trialEndOf(now, made.trialDays);
  if (trialEnd === null && !(await payingCard(work, made.cardId ?? null))) throw withoutCard();
  const id = newId("subscription");
  const period = { start: now, end: trialEnd ?? nextPeriodEnd(now, recurrenceOf(price), now) };
  const item = buildItem({ subscription: id, price, created: now, period });
  const body = buildSubscription({
    id,
    customer: work.customerId,
    item,
    created: now,
    trialEnd,
    anchor: trialEnd ?? now,
    paymentMethod: made.cardId ?? null,
    metadata: made.metadata ?? {},
    missingPaymentMethod: made.missingPaymentMethod ?? "create_invoice",
  });
  const kept: KeptSubscription = { body, state: {} };
  await add(work, "subscription", body, hiddenOf(kept));
  const names = await productNames(tx, [price.product]);
  const lines = [periodLine(item, names[price.product] ?? "", period, { isTrial: trialEnd !== null })];
  const drafted = await draftInvoice(work, kept, { reason: "subscription_create", lines, finalizesAt: now });
  await saveObject(tx, drafted.kept.body, hiddenOf(drafted.kept));
  await announce(work, "customer.subscription.created", drafted.kept.body);
  const { isOnSession = false } = made;
  const { result } = await finalizeAndCollect(work, drafted.invoice, { isOnSession, isNewCard: isOnSession });
  if (result !== "paid") throw declined();
  return requireSubscription(tx, id);
}

/** Refuses another currency than that of what the customer pays already. */
export async function requireOneCurrency(tx: Queryable, customer: string, currency: string): Promise<void> {
  const other = (await subscriptionsOf(tx, customer)).find((paid) => isLive(paid) && paid.currency !== currency);
  if (!other) return;
  throw new ApiError(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
  );
}

const withoutCard = () =>
  new ApiError(
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
    { code: "resource_missing" },
  );
