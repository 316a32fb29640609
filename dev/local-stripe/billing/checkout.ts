import type { Queryable } from "@db/client";
import { badParameter } from "../api-error";
import { type Context, nowInSeconds } from "../context";
import { expiryOf } from "../create-session";
import { recordEvent } from "../events";
import { listLineItems } from "../expand-objects";
import { buildLineItem, buildSession, completedSession, type SessionObject } from "../objects/checkout-session";
import { buildCustomer } from "../objects/customer";
import type { CardBehaviour } from "../objects/payment-method";
import type { PaymentOutcome } from "../payments";
import { insertObject, type KeptObject, saveObject } from "../store";
import { createSubscription, trialEndOf } from "./create-subscription";
import { productNames } from "./invoices";
import { requireOneRhythm, requireRecurringPrice } from "./items";
import type { SubscribingSessionParameters } from "./subscription-parameters";
import { saveCard, useByDefault } from "./payment-methods";
import { announce, beginWork, requireCustomer } from "./work";

type SubscriptionData = SubscribingSessionParameters["subscription_data"];

/** Creates a session whose payment starts a subscription. */
export async function createSubscribingSession(
  ctx: Context,
  tx: Queryable,
  asked: SubscribingSessionParameters,
): Promise<SessionObject> {
  const created = nowInSeconds(ctx);
  if (asked.customer !== undefined && asked.customer_email !== undefined) {
    throw badParameter("You may only specify one of these parameters: customer, customer_email.", "customer");
  }
  const customer = asked.customer === undefined ? undefined : await requireCustomer(tx, asked.customer);
  const prices = await Promise.all(
    asked.line_items.map(({ price }, index) => requireRecurringPrice(tx, price, `line_items[${index}][price]`)),
  );
  requireOneRhythm(prices);
  const data = asked.subscription_data;
  const isFree =
    trialEndOf(created, { days: data?.trial_period_days, end: data?.trial_end }, "subscription_data") !== undefined;
  const names = await productNames(
    tx,
    prices.map(({ product }) => product),
  );
  const items = prices.map((price, index) =>
    buildLineItem({
      name: names[price.product] ?? "",
      price,
      quantity: asked.line_items[index]?.quantity ?? 1,
      isFree,
    }),
  );
  const session = buildSession({
    siteUrl: ctx.siteUrl,
    created,
    expiresAt: expiryOf(asked.expires_at, created),
    currency: prices[0]?.currency ?? "",
    total: items.reduce((sum, item) => sum + item.amount_total, 0),
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    submitType: null,
    customer: customer?.id ?? null,
    customerEmail: asked.customer_email ?? null,
    clientReferenceId: asked.client_reference_id ?? null,
    locale: asked.locale ?? null,
    allowedPaymentMethodTypes: asked.allowed_payment_method_types ?? null,
    metadata: asked.metadata ?? {},
    mode: "subscription",
    paymentMethodCollection: asked.payment_method_collection ?? "always",
  });
  const email = (asked.customer_email ?? customer?.email ?? "").toLowerCase();
  const payer = { sessionId: session.id, email };
  await insertObject(tx, "checkout.session", { body: session, ...payer, hidden: { subscriptionData: data ?? {} } });
  for (const item of items) await insertObject(tx, "item", { body: item, ...payer });
  return session;
}

/** Starts the subscription of an open session with a card, whose holder is there to authenticate. */
export async function subscribe(
  ctx: Context,
  tx: Queryable,
  kept: KeptObject<"checkout.session">,
  behaviour: CardBehaviour,
): Promise<PaymentOutcome> {
  const data = kept.hidden["subscriptionData"] as SubscriptionData;
  const customerId = kept.body.customer ?? (await createPayer(ctx, tx, kept));
  const work = await beginWork({ ctx, tx }, customerId);
  const isCardTaken = kept.body.payment_method_collection === "always" || kept.body.amount_total !== 0;
  const card = isCardTaken ? await saveCard(work, behaviour) : undefined;
  const { invoice_settings: settings } = await requireCustomer(tx, customerId);
  if (card && settings.default_payment_method === null) await useByDefault(work, card.id);
  const { data: items } = await listLineItems(tx, kept.body.id, { limit: 100 });
  const { body } = await createSubscription(work, {
    items: items.map(({ price, quantity }) => ({ price: price.id, quantity: quantity ?? 1 })),
    paymentMethod: card?.id,
    trialEnd: trialEndOf(work.now, { days: data?.trial_period_days, end: data?.trial_end }),
    metadata: data?.metadata,
    description: data?.description,
    isOnSession: true,
    missingPaymentMethod: data?.trial_settings?.end_behavior.missing_payment_method,
  });
  const isPaid = kept.body.amount_total !== 0;
  const completed = completedSession(kept.body, isPaid ? "paid" : "no_payment_required", work.email || null);
  const session = { ...completed, customer: customerId, subscription: body.id, invoice: body.latest_invoice };
  await saveObject(tx, session);
  await announce(work, "checkout.session.completed", session);
  return { result: "paid", session };
}

async function createPayer(
  ctx: Context,
  tx: Queryable,
  { body, email }: KeptObject<"checkout.session">,
): Promise<string> {
  const customer = buildCustomer({ created: nowInSeconds(ctx), email: body.customer_email });
  await insertObject(tx, "customer", { body: customer, sessionId: "", email });
  await recordEvent(ctx, tx, { type: "customer.created", object: customer, email });
  return customer.id;
}
