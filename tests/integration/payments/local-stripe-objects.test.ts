import type Stripe from "stripe";
import { aCheckout, aLineItem, expect, test } from "./local-stripe-world";

// Every key that the real API always sends, in alphabetical order.
const sessionKeys =
  "adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types amount_subtotal amount_total " +
  "automatic_tax billing_address_collection cancel_url client_reference_id client_secret collected_information consent " +
  "consent_collection created currency currency_conversion custom_fields custom_text customer customer_account " +
  "customer_creation customer_details customer_email discounts expires_at id integration_identifier invoice " +
  "invoice_creation livemode locale managed_payments metadata mode object origin_context payment_intent payment_link " +
  "payment_method_collection payment_method_configuration_details payment_method_options payment_method_types " +
  "payment_status permissions phone_number_collection recovered_from saved_payment_method_options setup_intent " +
  "shipping_address_collection shipping_cost shipping_options status submit_type subscription success_url " +
  "total_details ui_mode url wallet_options";
const lineItemKeys =
  "adjustable_quantity amount_discount amount_subtotal amount_tax amount_total currency description id metadata object " +
  "price quantity";
const priceKeys =
  "active billing_scheme created currency custom_unit_amount id livemode lookup_key metadata nickname object product " +
  "recurring tax_behavior tiers_mode transform_quantity type unit_amount unit_amount_decimal";
const intentKeys =
  "allowed_payment_method_types amount amount_capturable amount_details amount_received application " +
  "application_fee_amount automatic_payment_methods canceled_at cancellation_reason capture_method client_secret " +
  "confirmation_method created currency customer customer_account description excluded_payment_method_types id " +
  "last_payment_error latest_charge livemode managed_payments metadata next_action object on_behalf_of payment_method " +
  "payment_method_configuration_details payment_method_options payment_method_types payment_record processing " +
  "receipt_email review setup_future_usage shipping source statement_descriptor statement_descriptor_suffix status " +
  "transfer_data transfer_group";
const chargeKeys =
  "amount amount_captured amount_refunded application application_fee application_fee_amount balance_transaction " +
  "billing_details calculated_statement_descriptor captured created currency customer description disputed " +
  "failure_balance_transaction failure_code failure_message fraud_details id livemode metadata object on_behalf_of " +
  "outcome paid payment_intent payment_method payment_method_details receipt_email receipt_number receipt_url refunded " +
  "refunds review shipping source source_transfer statement_descriptor statement_descriptor_suffix status " +
  "transfer_data transfer_group";
const refundKeys =
  "amount balance_transaction charge created currency customer customer_account destination_details id metadata object " +
  "payment_intent payment_method reason receipt_number source_transfer_reversal status transfer_reversal";
const disputeKeys =
  "amount balance_transactions charge created currency enhanced_eligibility_types evidence evidence_details id " +
  "intended_submission_method is_charge_refundable livemode metadata object payment_intent payment_method_details " +
  "reason status";
const eventKeys = "api_version created data id livemode object pending_webhooks request type";
const listKeys = "data has_more object url";

const keysOf = (object: object | null | undefined) =>
  Object.keys(object ?? {})
    .filter((key) => key !== "lastResponse")
    .sort()
    .join(" ");

test("creates a session with every key and the requested values", async ({ world: { client, clock, siteUrl } }) => {
  const session = await client.checkout.sessions.create(aCheckout());
  const now = Math.floor(clock.now().getTime() / 1000);

  expect(keysOf(session)).toBe(sessionKeys);
  expect(session).toMatchObject({
    object: "checkout.session",
    mode: "payment",
    ui_mode: "hosted_page",
    status: "open",
    payment_status: "unpaid",
    payment_intent: null,
    amount_subtotal: 1440,
    amount_total: 1440,
    currency: "gbp",
    created: now,
    expires_at: now + 24 * 60 * 60,
    client_reference_id: "booking-1",
    customer_email: "hannah@example.com",
    customer_details: null,
    metadata: { bookingId: "booking-1" },
    livemode: false,
    url: `${siteUrl}/dev/stripe/checkout/${session.id}`,
  });
  expect(session.id).toMatch(/^cs_test_a1[A-Za-z0-9]{56}$/);
});

test("creates line items with every key, and their sum as the total", async ({ world: { client } }) => {
  const session = await client.checkout.sessions.create(
    aCheckout({ line_items: [aLineItem({ amount: 1200, quantity: 2 }), aLineItem({ amount: 350, name: "Mat hire" })] }),
  );
  const items = await client.checkout.sessions.listLineItems(session.id);

  expect(keysOf(items)).toBe(listKeys);
  expect(items.data.map(({ description, quantity, amount_total }) => [description, quantity, amount_total])).toEqual([
    ["Evening Wind-Down", 2, 2400],
    ["Mat hire", 1, 350],
  ]);
  expect(keysOf(items.data[0])).toBe(lineItemKeys);
  expect(keysOf(items.data[0]?.price)).toBe(priceKeys);
  expect(items.data[0]?.price?.unit_amount_decimal?.toString()).toBe("1200");
  expect(session.amount_total).toBe(2750);
});

test("completes the session and creates an intent and a charge with every key when it is paid", async ({ world }) => {
  const { client, stripe } = world;
  const { id } = await client.checkout.sessions.create(aCheckout());
  await stripe.control.payNow(id);
  const session = await client.checkout.sessions.retrieve(id, {
    expand: ["payment_intent.latest_charge", "line_items"],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  const charge = intent.latest_charge as Stripe.Charge;

  expect(keysOf(session)).toBe([...sessionKeys.split(" "), "line_items"].sort().join(" "));
  expect(session).toMatchObject({ status: "complete", payment_status: "paid", url: null });
  expect(session.customer_details).toMatchObject({ email: "hannah@example.com", tax_exempt: "none" });
  expect(session.line_items?.data[0]?.description).toBe("Evening Wind-Down");

  expect(keysOf(intent)).toBe(intentKeys);
  expect(intent).toMatchObject({ status: "succeeded", amount: 1440, amount_received: 1440, currency: "gbp" });
  expect(intent.metadata).toEqual({ bookingId: "booking-1" });

  expect(keysOf(charge)).toBe(chargeKeys);
  expect(charge).toMatchObject({
    status: "succeeded",
    paid: true,
    amount: 1440,
    payment_intent: intent.id,
    refunded: false,
  });
  expect(await client.charges.retrieve(charge.id)).toMatchObject({
    id: charge.id,
    metadata: { bookingId: "booking-1" },
  });
});

test("creates a refund with every key and updates the charge", async ({ world: { client, stripe } }) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  const { session } = await stripe.control.payNow(id);
  const refund = await client.refunds.create({
    payment_intent: session!.payment_intent!,
    amount: 440,
    reason: "requested_by_customer",
    metadata: { refundId: "refund-1" },
  });

  expect(keysOf(refund)).toBe(refundKeys);
  expect(refund).toMatchObject({ amount: 440, currency: "gbp", status: "succeeded", reason: "requested_by_customer" });
  const read = await client.refunds.retrieve(refund.id, { expand: ["charge.refunds", "payment_intent"] });
  expect(keysOf(read)).toBe(refundKeys);
  expect(read.metadata).toEqual({ refundId: "refund-1" });
  expect(read.charge).toMatchObject({ amount: 1440, amount_refunded: 440, refunded: false });
  expect((read.charge as Stripe.Charge).refunds?.data).toHaveLength(1);
  expect(read.payment_intent).toMatchObject({ id: session!.payment_intent!, object: "payment_intent" });
});

test("creates a dispute with every key, marks the charge and applies the bank's decision", async ({
  world: { client, stripe },
}) => {
  const { id: sessionId } = await client.checkout.sessions.create(aCheckout());
  await stripe.control.payNow(sessionId);
  const { id } = await stripe.control.dispute({ sessionId, amount: 900, reason: "fraudulent" });
  const dispute = await client.disputes.retrieve(id, { expand: ["charge", "payment_intent"] });
  expect(id).toMatch(/^dp_1[A-Za-z0-9]{23}$/);
  expect(keysOf(dispute)).toBe(disputeKeys);
  expect(dispute).toMatchObject({ amount: 900, reason: "fraudulent", status: "needs_response" });
  expect(dispute.charge).toMatchObject({ object: "charge", disputed: true });
  expect(dispute.payment_intent).toMatchObject({ object: "payment_intent" });
  await stripe.control.moveDispute({ disputeId: id, status: "won" });
  expect(await client.disputes.retrieve(id)).toMatchObject({ status: "won", is_charge_refundable: true });
  await expect(stripe.control.moveDispute({ disputeId: id, status: "lost" })).rejects.toThrow("no open dispute");
});

test("creates events with every key, which can be retrieved", async ({ world: { client, stripe, receiver } }) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  await stripe.control.payNow(id);
  const [sent] = await receiver.until((events) => events.some(({ type }) => type === "checkout.session.completed"));
  const event = await client.events.retrieve(sent!.id);

  expect(keysOf(event)).toBe(eventKeys);
  expect(keysOf(sent)).toBe(eventKeys);
  expect(event.data.object).toEqual(sent!.data.object);
  expect(event.request).toEqual({ id: null, idempotency_key: null });
});

test("creates a failed charge with its reason for a declined card and keeps the session open", async ({
  world: { client, stripe },
}) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  await stripe.control.declineNow(id);
  const session = await client.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const intent = session.payment_intent as Stripe.PaymentIntent;

  expect(session).toMatchObject({ status: "open", payment_status: "unpaid" });
  expect(keysOf(intent)).toBe(intentKeys);
  expect(intent).toMatchObject({ status: "requires_payment_method", amount_received: 0 });
  expect(intent.last_payment_error).toMatchObject({ code: "card_declined", message: "Your card was declined." });
  expect(keysOf(intent.latest_charge as Stripe.Charge)).toBe(chargeKeys);
  expect(intent.latest_charge).toMatchObject({ status: "failed", paid: false, failure_code: "card_declined" });
});

test("uses the same intent for a payment after a declined card", async ({ world: { client, stripe } }) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  const { session: declined } = await stripe.control.declineNow(id);
  const { session: paid } = await stripe.control.payNow(id);

  expect(paid?.payment_intent).toBe(declined?.payment_intent);
  const intent = await client.paymentIntents.retrieve(paid!.payment_intent!);
  expect(intent).toMatchObject({ status: "succeeded", last_payment_error: null });
});

test("refuses an impossible expansion in the API's words", async ({ world: { client } }) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  await expect(client.checkout.sessions.retrieve(id, { expand: ["success_url"] })).rejects.toThrow(
    "This property cannot be expanded (success_url).",
  );
});
