import { ApiError } from "../api-error";
import { chargeToBalance } from "../balance";
import { buildFailedCharge, buildSucceededCharge, type ChargeObject } from "../objects/charge";
import { type InvoiceObject, subscriptionOf } from "../objects/invoice";
import { declinedIntent, type IntentObject, succeededIntent, unauthenticatedIntent } from "../objects/payment-intent";
import type { CardBehaviour } from "../objects/payment-method";
import { insertObject, listObjects, lockObject, saveObject } from "../store";
import { paidEvents, paidInvoice } from "./invoices";
import { type KeptInvoice, saveInvoice } from "./kept-invoice";
import { requireSubscription } from "./kept-subscription";
import { type KeptCard, payingCard } from "./payment-methods";
import { announce, type BillingWork, changeCustomer } from "./work";

/**
 * Smart Retries as recommended: eight further tries within two weeks; here they are evenly spread. Without a card, and
 * after a decline that is final, Stripe does not try by itself.
 */
const retries = { count: 8, seconds: (14 * 24 * 60 * 60) / 8 };

/** Stripe gives up a payment that is not authenticated; the setting can be 15, 30 or 60 days. So it does what waits for a card. */
const waitingSeconds = 15 * 24 * 60 * 60;

type PaymentResult = "paid" | "declined" | "declined for good" | "unauthenticated" | "without card";

type Attempt = {
  /** The card to charge; by default that of the subscription or the customer. */
  card?: KeptCard | undefined;
  /** The card's holder is there to authenticate. */
  isOnSession?: boolean;
  /** The card was entered just now: one that is declined later still pays. */
  isNewCard?: boolean;
  /** A try of the schedule; others do not move it. */
  isAutomatic?: boolean;
};

type Collection = { result: PaymentResult; invoice: KeptInvoice };

/** Tries to collect an open invoice. */
export async function collect(work: BillingWork, kept: KeptInvoice, attempt: Attempt = {}): Promise<Collection> {
  const subscription = await requireSubscription(work.tx, subscriptionOf(kept.body));
  const card = attempt.card ?? (await payingCard(work, subscription.body.default_payment_method));
  const intent = await intentOf(work, kept);
  if (!card) return fail(work, kept, attempt, "without card");
  const result = resultOf(card.behaviour, attempt);
  if (result === "unauthenticated") {
    const waiting = unauthenticatedIntent(intent, card.body.id);
    await saveObject(work.tx, waiting);
    await announce(work, "payment_intent.requires_action", waiting);
    return fail(work, kept, attempt, result);
  }
  const newCharge = chargeOf(work, kept.body, intent, card);
  if (result === "declined" || result === "declined for good") {
    const charge = buildFailedCharge(newCharge);
    await insertObject(work.tx, "charge", { body: charge, sessionId: "", email: work.email });
    const declined = declinedIntent(intent, charge);
    await saveObject(work.tx, declined);
    await announce(work, "charge.failed", charge);
    await announce(work, "payment_intent.payment_failed", declined);
    return fail(work, kept, attempt, result);
  }
  const charge = await chargeToBalance(work.tx, buildSucceededCharge(newCharge), { sessionId: "", email: work.email });
  await insertObject(work.tx, "charge", { body: charge, sessionId: "", email: work.email });
  return { result, invoice: await settle(work, kept, intent, charge) };
}

function resultOf(behaviour: CardBehaviour, { isOnSession = false, isNewCard = false }: Attempt): PaymentResult {
  if (behaviour === "accepted") return "paid";
  if (behaviour === "authenticated") return isOnSession ? "paid" : "unauthenticated";
  if (behaviour === "lost") return "declined for good";
  return behaviour === "declined" && isNewCard ? "paid" : "declined";
}

const chargeOf = (work: BillingWork, invoice: InvoiceObject, intent: IntentObject, card: KeptCard) => ({
  intent,
  email: work.email || null,
  created: work.now,
  receiptUrl: invoice.hosted_invoice_url ?? "",
  card: { id: card.body.id, last4: card.body.card?.last4 ?? "" },
});

async function settle(work: BillingWork, kept: KeptInvoice, intent: IntentObject, charge: ChargeObject) {
  const { tx, now } = work;
  const paid = succeededIntent(intent, charge);
  await saveObject(tx, paid);
  await announce(work, "charge.succeeded", charge);
  await announce(work, "payment_intent.succeeded", paid);
  const invoice = paidInvoice({ ...kept.body, attempt_count: Math.max(kept.body.attempt_count, 1) }, now);
  const saved = await saveInvoice(work, kept.body, { body: invoice, state: kept.state }, paidEvents);
  const { data } = await listObjects(tx, {
    kind: "invoice_payment",
    url: "/v1/invoice_payments",
    where: { invoice: invoice.id, status: "open" },
  });
  for (const payment of data) {
    const made = {
      ...payment,
      amount_paid: payment.amount_requested,
      status: "paid",
      status_transitions: { canceled_at: null, paid_at: now },
    };
    await saveObject(tx, made);
    await announce(work, "invoice_payment.paid", made);
  }
  await changeCustomer(work, { delinquent: false });
  return saved;
}

async function fail(work: BillingWork, { body, state }: KeptInvoice, attempt: Attempt, result: PaymentResult) {
  const isCounted = (attempt.isAutomatic ?? false) || body.attempt_count === 0;
  const count = body.attempt_count + (isCounted ? 1 : 0);
  const isWaiting = result === "unauthenticated";
  const failed: InvoiceObject = {
    ...body,
    attempt_count: count,
    attempted: true,
    next_payment_attempt: result === "declined" ? nextAttempt(body, count) : null,
  };
  const isRetried = result === "declined";
  const giveUpAt = isRetried ? null : (state.giveUpAt ?? work.now + waitingSeconds);
  const type = isWaiting ? "invoice.payment_action_required" : "invoice.payment_failed";
  const invoice = await saveInvoice(work, body, { body: failed, state: { ...state, giveUpAt } }, [type]);
  await changeCustomer(work, { delinquent: true });
  return { result, invoice };
}

const nextAttempt = ({ status_transitions }: InvoiceObject, count: number): number | null =>
  count > retries.count ? null : (status_transitions.finalized_at ?? 0) + count * retries.seconds;

/** Tries an open invoice again for which there was no card that could pay. */
export async function retrySoon(work: BillingWork, { body, state }: KeptInvoice): Promise<void> {
  const isWaiting = body.status === "open" && body.attempted && body.next_payment_attempt === null;
  if (!isWaiting || (await intentOf(work, { body, state })).status === "requires_action") return;
  const retried = { ...body, next_payment_attempt: work.now + retries.seconds };
  await saveInvoice(work, body, { body: retried, state: { ...state, giveUpAt: null } });
}

/** Returns whether nothing is left to try. */
export const isGivenUp = ({ body, state }: KeptInvoice, now: number): boolean =>
  body.status === "open" && body.next_payment_attempt === null && (state.giveUpAt ?? 0) <= now;

async function intentOf({ tx }: BillingWork, { body, state }: KeptInvoice): Promise<IntentObject> {
  const intent = state.intent ? (await lockObject(tx, "payment_intent", state.intent))?.body : undefined;
  if (!intent) throw new ApiError(`The invoice ${body.id} has nothing to pay.`, { code: "invoice_not_payable" });
  return intent;
}
