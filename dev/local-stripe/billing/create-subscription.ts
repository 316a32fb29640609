import { ApiError, badParameter } from "../api-error";
import { newId } from "../ids";
import { buildItem, buildSubscription, recurrenceOf } from "../objects/subscription";
import { saveObject } from "../store";
import { draftInvoice } from "./invoices";
import { requireOneRhythm, requireRecurringPrice } from "./items";
import { hiddenOf, type KeptSubscription, requireSubscription } from "./kept-subscription";
import { attachCard, payingCard } from "./payment-methods";
import { finalizeAndCollect } from "./subscription-status";
import { nextPeriodEnd } from "./time";
import { add, announce, type BillingWork } from "./work";

type NewSubscriptionOf = {
  items: { price: string; quantity?: number | undefined }[];
  paymentMethod?: string | undefined;
  trialEnd?: number | undefined;
  metadata?: Record<string, string> | undefined;
  description?: string | undefined;
  missingPaymentMethod?: "cancel" | "create_invoice" | undefined;
  /** The customer is there, as at Checkout. */
  isOnSession?: boolean;
};

const daySeconds = 24 * 60 * 60;
const longestTrial = 730 * daySeconds;

/** Returns the end of a trial, in whichever way it was asked for. */
export function trialEndOf(
  now: number,
  { days, end }: { days?: number | undefined; end?: number | "now" | undefined },
  prefix = "",
): number | undefined {
  if (end === "now") return undefined;
  if (end !== undefined && end <= now) {
    throw badParameter("Timestamp must be in the future, or 'now'", prefix ? `${prefix}[trial_end]` : "trial_end");
  }
  const at = end ?? (days === undefined ? undefined : now + days * daySeconds);
  if (at !== undefined && at - now > longestTrial)
    throw badParameter("Trials can't be longer than two years", "trial_end");
  return at;
}

/** Starts a subscription. Its first invoice is paid at once, or the subscription waits for 23 hours as incomplete. */
export async function createSubscription(work: BillingWork, made: NewSubscriptionOf): Promise<KeptSubscription> {
  const { tx, now } = work;
  const prices = await Promise.all(
    made.items.map(({ price }, index) => requireRecurringPrice(tx, price, `items[${index}][price]`)),
  );
  requireOneRhythm(prices);
  const [first] = prices;
  if (!first) throw badParameter("Missing required param: items.", "items", "parameter_missing");
  const paymentMethod = made.paymentMethod
    ? (await attachCard(work, made.paymentMethod, "default_payment_method")).id
    : null;
  const trialEnd = made.trialEnd ?? null;
  const isFree = prices.every((price) => price.unit_amount === 0);
  if (trialEnd === null && !isFree && !(await payingCard(work, paymentMethod))) throw withoutCard();
  const id = newId("subscription");
  const period = { start: now, end: trialEnd ?? nextPeriodEnd(now, recurrenceOf(first), now) };
  const items = prices.map((price, index) =>
    buildItem({ subscription: id, price, quantity: made.items[index]?.quantity ?? 1, created: now, period }),
  );
  const body = buildSubscription({
    id,
    customer: work.customerId,
    items,
    created: now,
    trialEnd,
    paymentMethod,
    anchor: trialEnd ?? now,
    metadata: made.metadata ?? {},
    description: made.description ?? null,
    missingPaymentMethod: made.missingPaymentMethod ?? "create_invoice",
  });
  const kept: KeptSubscription = {
    body: trialEnd === null ? { ...body, status: "incomplete" } : body,
    state: { debits: {} },
  };
  await add(work, "subscription", kept.body, hiddenOf(kept));
  const drafted = await draftInvoice(work, kept, {
    reason: "subscription_create",
    period,
    isTrial: trialEnd !== null,
    finalizesAt: now,
  });
  await saveObject(tx, drafted.kept.body, hiddenOf(drafted.kept));
  await announce(work, "customer.subscription.created", drafted.kept.body);
  const { isOnSession = false } = made;
  await finalizeAndCollect(work, drafted.invoice, { isOnSession, isNewCard: isOnSession });
  return requireSubscription(tx, id);
}

const withoutCard = () =>
  new ApiError(
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
    { code: "resource_missing" },
  );
