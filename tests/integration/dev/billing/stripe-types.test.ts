import { appendFileSync, writeFileSync } from "node:fs";
import { createStripeClient } from "@server/payments/stripe";
import { sql } from "drizzle-orm";
import { atLocalStripe, inTestMode, proofAddress } from "../../../support/stripe-card-holder";
import { proveStripe, recordCalls } from "../../../support/stripe-proof";
import { differencesToStripe } from "../../../support/stripe-types";
import { startTestApp } from "../../../support/test-app";
import {
  advanceTo,
  expect,
  makePrice,
  openPortal,
  press,
  readRaw,
  startSubscription,
  test,
  type World,
} from "./billing-world";

// First, because it reads the declarations, which takes seconds.
test("finds missing, unknown and wrong fields", () => {
  const payment = { id: "inpay_1", object: "invoice_payment", amount_paid: null, amount_requested: 1, created: 1 };
  const known = { ...payment, currency: "gbp", invoice: "in_1", is_default: true };
  const status_transitions = { canceled_at: null, paid_at: null };
  const wrong = { livemode: false, payment: { type: "cash" }, status: "open", status_transitions, mood: 1 };
  expect(differencesToStripe({ ...known, ...wrong })).toEqual([
    'invoice_payment.payment.type: "cash" is no Type',
    "invoice_payment.mood: unknown",
  ]);
  expect(differencesToStripe(known)).toEqual(
    ["livemode", "payment", "status", "status_transitions"].map((name) => `invoice_payment.${name}: missing`),
  );
});

/** Lets every kind of object come about, in each of its forms. */
async function liveThrough(world: World) {
  const { client, stripe } = world;
  const { customer, id, subscription } = await startSubscription(world);
  const dearer = await makePrice(world, { amount: 4000, name: "Unlimited" });
  const items = [{ id: subscription.items.data[0]!.id, price: dearer.id }];
  await client.subscriptions.update(id, { items, proration_behavior: "always_invoice" });
  await stripe.control.setCard({ customerId: customer, card: "declined" });
  await advanceTo(world, "2030-02-16T10:00:00Z");
  await stripe.control.setCard({ customerId: customer, card: "authenticated" });
  await advanceTo(world, "2030-02-18T10:00:00Z");
  const { data } = await client.invoices.list({ subscription: id, status: "open" });
  await stripe.control.payInvoice({ invoiceId: data[0]!.id, card: "accepted" });
  const { intents } = await stripe.control.state();
  await client.refunds.create({ payment_intent: intents[0]!.id, amount: 100 });
  await client.subscriptions.update(id, {
    pause_collection: { behavior: "void" },
  });
  await advanceTo(world, "2030-04-10T09:00:00Z");
  const portal = await openPortal(world, customer);
  await press(portal, { action: "card", card: "accepted" });
  const session = await client.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: dearer.id, quantity: 1 }],
    customer,
    subscription_data: { trial_period_days: 7, metadata: { memberId: "1" } },
    success_url: "https://example.com/welcome",
  });
  await stripe.control.payNow(session.id);
  await client.subscriptions.update(id, { cancel_at_period_end: true });
  await client.subscriptions.cancel(id);
  return { customer, id, paid: data[0]!.id };
}

test("sends and answers objects without a difference to the SDK's types", async ({ world, db }) => {
  const { customer, id, paid } = await liveThrough(world);
  const { rows } = await db.execute<{ payload: string }>(sql`select payload from local_stripe.events`);
  const events = rows.map(
    ({ payload }) => JSON.parse(payload) as { type: string; data: { object: { object: string } } },
  );
  const differences = events.flatMap(({ type, data }) =>
    differencesToStripe(data.object).map((text) => `${type}: ${text}`),
  );
  expect([...new Set(differences)]).toEqual([]);
  expect(new Set(events.map(({ data }) => data.object.object)).size).toBeGreaterThan(8);

  const pages = [
    `/v1/subscriptions?customer=${customer}&status=all`,
    ...[`/v1/invoices/${paid}`, `/v1/subscriptions/${id}`, "/v1/invoices", `/v1/customers/${customer}`],
    "/v1/prices",
    ...["/v1/payment_intents?expand[]=data.latest_charge", "/v1/charges?expand[]=data.customer", "/v1/refunds"],
    ...["/v1/invoice_payments", "/v1/checkout/sessions?expand[]=data.subscription&expand[]=data.line_items"],
  ];
  for (const path of pages) {
    const answer = await readRaw(world, path);
    const objects = answer["object"] === "list" ? (answer["data"] as unknown[]) : [answer];
    expect(objects.length, path).toBeGreaterThan(0);
    expect(objects.flatMap(differencesToStripe), path).toEqual([]);
  }
});

/** npm run test:stripe sets them: a key of the test mode if there is one, and where the log is kept. */
const { STRIPE_PROOF_KEY: key, STRIPE_PROOF_LOG: file } = process.env;

test("Stripe answers the product's modules as they expect", { timeout: 30 * 60_000 }, async ({ db }) => {
  const { app, stop } = await startTestApp({ db, settings: { siteUrl: proofAddress } });
  await app.stripe.control.hold({});
  const address = key ? { secretKey: key } : { secretKey: app.stripe.secretKey, ...app.stripe.client };
  const ours = createStripeClient(address);
  const theirs = createStripeClient(address);
  app.services.stripe.client = ours;
  const answers: unknown[] = [];
  const say = (line: string, body?: Record<string, unknown>) => {
    if (file) appendFileSync(file, `${line}\n`);
    answers.push(...(Array.isArray(body?.["data"]) ? (body["data"] as unknown[]) : [body ?? {}]));
  };
  if (file) writeFileSync(file, "");
  recordCalls(ours, say);
  try {
    const holder = key ? inTestMode(app, theirs) : atLocalStripe(app, theirs);
    expect(await proveStripe({ app, holder, say })).toEqual(proven);
    const objects = answers.filter((answer) => isWhole(answer as Record<string, unknown>));
    expect([...new Set(objects.flatMap(differencesToStripe))]).toEqual([]);
  } finally {
    await stop();
  }
});

/** Returns whether an answer is an object of the API as it is declared: no error, and nothing that was deleted. */
const isWhole = ({ object, deleted }: Record<string, unknown>): boolean => typeof object === "string" && !deleted;

const proven = [
  'The webhook is made with the site\'s version and events: "sends every event that the site needs"',
  'A page to pay for a place is opened, and closed: "expired"',
  'A payment is refunded: ["succeeded",700]',
  'A payment is disputed: [1800,"needs_response"]',
  'Payouts and the balance are read: "read"',
  'A page to join is opened, and closed: ["expired",4000]',
  'A subscription is followed: "active"',
  'It is renewed for 13 months: ["active",14]',
  'Its portal is opened, for the card and for the plan: ["https:","https:"]',
  'A renewal fails, and is paid by another card: ["past_due","active"]',
  'It is paused, and goes on: ["paused","active"]',
  'Months are given to the limit: ["Stripe can wait for two years at most: until …","active"]',
  'Stripe is told other names: "told"',
  'It is cancelled, and the account is deleted: "canceled"',
];
