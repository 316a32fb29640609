import type { Queryable } from "@db/client";
import { type Context, nowInSeconds } from "../context";
import { expiryOf } from "../create-session";
import { listLineItems } from "../expand-objects";
import { buildLineItem, buildSession, completedSession, type SessionObject } from "../objects/checkout-session";
import type { CardBehaviour } from "../objects/payment-method";
import type { PaymentOutcome } from "../payments";
import { insertObject, type KeptObject, saveObject } from "../store";
import { createSubscription, requireOneCurrency, trialEndOf } from "./create-subscription";
import { productNames } from "./invoices";
import type { SubscribingSessionParameters } from "./parameters";
import { saveCard, useByDefault } from "./payment-methods";
import { requireRecurringPrice } from "./update-subscription";
import { announce, beginWork, requireCustomer } from "./work";

type SubscriptionData = SubscribingSessionParameters["subscription_data"];

/** Creates a session whose payment starts a subscription. */
export async function createSubscribingSession(
  ctx: Context,
  tx: Queryable,
  asked: SubscribingSessionParameters,
): Promise<SessionObject> {
  const created = nowInSeconds(ctx);
  const customer = await requireCustomer(tx, asked.customer);
  const [line] = asked.line_items;
  const price = await requireRecurringPrice(tx, line.price, "line_items[0][price]");
  await requireOneCurrency(tx, customer.id, price.currency);
  const data = asked.subscription_data;
  const isFree = trialEndOf(created, data?.trial_period_days) !== null;
  const names = await productNames(tx, [price.product]);
  const item = buildLineItem({ name: names[price.product] ?? "", price, quantity: 1, isFree });
  const session = buildSession({
    siteUrl: ctx.siteUrl,
    created,
    expiresAt: expiryOf(asked.expires_at, created),
    currency: price.currency,
    total: item.amount_total,
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    submitType: null,
    customer: customer.id,
    customerEmail: null,
    clientReferenceId: asked.client_reference_id ?? null,
    locale: null,
    allowedPaymentMethodTypes: asked.allowed_payment_method_types ?? null,
    metadata: asked.metadata ?? {},
    mode: "subscription",
  });
  const payer = { sessionId: session.id, email: customer.email?.toLowerCase() ?? "" };
  await insertObject(tx, "checkout.session", { body: session, ...payer, hidden: { subscriptionData: data ?? {} } });
  await insertObject(tx, "item", { body: item, ...payer });
  return session;
}

/** Starts the subscription of an open session with a card, whose holder is there to authenticate. */
export async function subscribe(
  ctx: Context,
  tx: Queryable,
  { body: page, hidden }: KeptObject<"checkout.session">,
  behaviour: CardBehaviour,
): Promise<PaymentOutcome> {
  const data = hidden["subscriptionData"] as SubscriptionData;
  const work = await beginWork({ ctx, tx }, page.customer ?? "");
  const card = await saveCard(work, behaviour);
  const { invoice_settings: settings } = await requireCustomer(tx, work.customerId);
  if (settings.default_payment_method === null) await useByDefault(work, card.id);
  const { data: items } = await listLineItems(tx, page.id);
  const { body } = await createSubscription(work, {
    price: items[0]?.price.id ?? "",
    cardId: card.id,
    trialDays: data?.trial_period_days,
    metadata: data?.metadata,
    isOnSession: true,
    missingPaymentMethod: data?.trial_settings?.end_behavior.missing_payment_method,
  });
  const isPaid = page.amount_total !== 0;
  const completed = completedSession(page, isPaid ? "paid" : "no_payment_required", work.email || null);
  const session = { ...completed, subscription: body.id, invoice: body.latest_invoice };
  await saveObject(tx, session);
  await announce(work, "checkout.session.completed", session);
  return { result: "paid", session };
}
