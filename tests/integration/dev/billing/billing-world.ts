import type Stripe from "stripe";
import type { World } from "../../payments/local-stripe-world";

export { expect, refusalOf, test, type World } from "../../payments/local-stripe-world";

type NewPlan = { amount?: number; currency?: string; interval?: "month" | "year"; name?: string };

/** Makes a product with one price. */
export async function makePrice(
  { client }: World,
  { amount = 2000, currency = "gbp", interval = "month", name = "One class a week" }: NewPlan = {},
): Promise<Stripe.Price & { product: string }> {
  const product = await client.products.create({ name, metadata: { planId: name } });
  const values = { currency, unit_amount: amount, recurring: { interval } };
  const price = await client.prices.create({ product: product.id, ...values });
  return { ...price, product: product.id };
}

export const seconds = (iso: string) => Date.parse(iso) / 1000;

/**
 * Makes a customer at a time, with a card that is accepted unless another is named. Events are held, because most tests
 * have no use for their delivery.
 */
export async function makeMember(
  { client, clock, stripe }: World,
  { at = "2030-01-15T09:00:00Z", card = "pm_card_visa" } = {},
) {
  await stripe.control.hold({});
  clock.moveTo(seconds(at));
  const customer = await client.customers.create({
    email: "hannah@example.com",
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  });
  return { customer: customer.id };
}

type Start = {
  at?: string;
  card?: string;
  price?: Stripe.Price & { product: string };
  values?: Partial<Stripe.SubscriptionCreateParams>;
};

/** Starts a subscription at a time. */
export async function startSubscription(world: World, { at, card, price, values }: Start = {}) {
  const member = await makeMember(world, { ...(at && { at }), ...(card && { card }) });
  const used = price ?? (await makePrice(world));
  const subscription = await world.client.subscriptions.create({
    customer: member.customer,
    items: [{ price: used.id }],
    ...values,
  });
  return { ...member, price: used, subscription, id: subscription.id };
}

/** Opens the portal of a customer, in which everything is on but another plan. */
export async function openPortal({ client }: World, customer: string): Promise<string> {
  const { id: configuration } = await client.billingPortal.configurations.create({
    default_return_url: "https://example.com/account",
    metadata: { purpose: "card" },
    features: { payment_method_update: { enabled: true }, subscription_cancel: { enabled: true } },
  });
  const page = { customer, configuration, return_url: "https://example.com/account" };
  return (await client.billingPortal.sessions.create(page)).url;
}

/** Moves the clock to a time, and lets happen what was due meanwhile. */
export async function advanceTo({ clock, stripe }: World, at: string | number): Promise<void> {
  clock.moveTo(typeof at === "string" ? seconds(at) : at);
  await stripe.control.bill();
}

/** Returns the types of the events that were recorded since, in their order. */
export async function eventsOf({ stripe }: World, { since = 0, of = "" } = {}) {
  const { events } = await stripe.control.state();
  return events
    .map(({ type }) => type as string)
    .filter((type) => !/^(payment_intent|payout|charge|product|price)|^invoice\.updated$|^invoice_payment/.test(type))
    .filter((type) => type.includes(of))
    .slice(since);
}

/** Returns a subscription's invoices, oldest first. */
export async function invoicesOf({ client }: World, subscription: string) {
  const { data } = await client.invoices.list({ subscription, limit: 100 });
  return data.reverse();
}

/** Reads a page of the API as it is sent. */
export async function readRaw({ stripe }: World, path: string): Promise<Record<string, unknown>> {
  const { host, port } = stripe.client;
  const headers = { authorization: `Bearer ${stripe.secretKey}` };
  return (await (await fetch(`http://${host}:${port}${path}`, { headers })).json()) as Record<string, unknown>;
}

/** Presses a button of a page, without JavaScript. */
export const press = (url: string, values: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(values), redirect: "manual" });
