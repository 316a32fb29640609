import { describe } from "vitest";
import { aCheckout, aLineItem, clientOf, expect, refusalOf, test, type World } from "./local-stripe-world";

const create = ({ client }: World, values: object, idempotencyKey?: string) =>
  client.checkout.sessions.create(aCheckout(values), idempotencyKey ? { idempotencyKey } : {});

const named = (name: string, description?: string) => {
  const { quantity, price_data } = aLineItem();
  return { line_items: [{ quantity, price_data: { ...price_data, product_data: { name, description } } }] };
};

describe("refuses what the real API refuses", () => {
  test("refuses payment_method_types, which is no longer a parameter", async ({ world }) => {
    expect(await refusalOf(create(world, { payment_method_types: ["card"] }))).toMatchObject({
      code: "parameter_unknown",
      message: "Received unknown parameter: payment_method_types",
    });
  });

  test("refuses another API version", async ({ world: { stripe } }) => {
    const client = clientOf(stripe, { apiVersion: "2026-99-99" as never });
    expect(await refusalOf(client.refunds.list())).toMatchObject({
      statusCode: 400,
      message: "Invalid Stripe API version: 2026-99-99",
    });
  });

  test("refuses a product name of more than 5,000 characters and a description of more than 40,000", async ({
    world,
  }) => {
    await create(world, named("n".repeat(5000), "d".repeat(40_000)));
    expect(await refusalOf(create(world, named("n".repeat(5001))))).toMatchObject({
      message: "Invalid string: nnnnnnnnnn...nnnnnnnnnn; must be at most 5000 characters",
      param: "line_items[0][price_data][product_data][name]",
    });
    expect(await refusalOf(create(world, named("n", "d".repeat(40_001))))).toMatchObject({
      message: "Invalid string: dddddddddd...dddddddddd; must be at most 40000 characters",
    });
  });

  test("refuses an expansion of more than four levels", async ({ world: { client } }) => {
    const four = "data.payment_intent.latest_charge.payment_intent";
    await client.checkout.sessions.list({ expand: [four] });
    expect(await refusalOf(client.checkout.sessions.list({ expand: [`${four}.latest_charge`] }))).toMatchObject({
      message: "You cannot expand more than 4 levels of a property.",
      param: "expand",
    });
  });

  test("refuses an idempotency key of more than 255 characters", async ({ world }) => {
    await create(world, {}, "k".repeat(255));
    const refusal = await refusalOf(create(world, {}, "k".repeat(256)));
    expect(refusal.message).toContain("Idempotent key length is 256, which is outside accepted lengths.");
  });
});

describe("follows the real order of states", () => {
  const aPaidSession = async (world: World) => {
    const { id: sessionId } = await create(world, {});
    await world.stripe.control.payNow(sessionId);
    return sessionId;
  };
  const typesOf = (world: World, of: string) =>
    world.stripe.control
      .state()
      .then(({ events }) => events.map(({ type }) => type).filter((type) => type.startsWith(of)));

  test("takes no money for an inquiry, and takes it for the chargeback it becomes", async ({ world }) => {
    const sessionId = await aPaidSession(world);
    const inquiry = await world.stripe.control.dispute({ sessionId, isInquiry: true });
    expect(inquiry).toMatchObject({ status: "warning_needs_response", is_charge_refundable: true });
    const move = (status: "under_review" | "needs_response" | "warning_closed") =>
      world.stripe.control.moveDispute({ disputeId: inquiry.id, status });
    await expect(move("under_review")).rejects.toThrow("can become under_review");
    expect(await move("needs_response")).toMatchObject({ is_charge_refundable: false });
    await expect(move("warning_closed")).rejects.toThrow("can become warning_closed");
    expect(await typesOf(world, "charge.dispute")).toEqual([
      "charge.dispute.created",
      "charge.dispute.updated",
      "charge.dispute.funds_withdrawn",
    ]);
  });

  test.for([
    ["succeeded", "paid", "checkout.session.async_payment_succeeded"],
    ["failed", "unpaid", "checkout.session.async_payment_failed"],
  ] as const)("keeps a bank debit complete and unpaid until it has %s", async ([status, end, type], { world }) => {
    const { id: sessionId } = await create(world, {});
    const { session } = await world.stripe.control.payLater(sessionId);
    expect(session).toMatchObject({ status: "complete", payment_status: "unpaid", url: null });
    expect((await refusalOf(world.client.checkout.sessions.expire(sessionId))).message).toContain("`complete`");
    expect(await world.stripe.control.settleLater({ sessionId, status })).toMatchObject({ payment_status: end });
    await expect(world.stripe.control.settleLater({ sessionId, status })).rejects.toThrow("does not wait");
    expect(await typesOf(world, "checkout.session")).toEqual(["checkout.session.completed", type]);
  });

  test("lets a refund wait for the customer", async ({ world }) => {
    const sessionId = await aPaidSession(world);
    const { id } = await world.stripe.control.refund({ sessionId, status: "requires_action" });
    expect(await world.client.refunds.retrieve(id)).toMatchObject({ status: "requires_action" });
    await world.stripe.control.settleRefund({ refundId: id, status: "succeeded" });
    expect(await world.client.refunds.retrieve(id)).toMatchObject({ status: "succeeded" });
  });

  test("stores no metadata, and possibly no payment intent, for another program's payment", async ({ world }) => {
    const { client, stripe } = world;
    const charge = await stripe.control.payElsewhere({ amount: 900, isWithoutIntent: true });
    expect(charge).toMatchObject({ metadata: {}, payment_intent: null });
    expect(await stripe.control.refund({ chargeId: charge.id, amount: 100 })).toMatchObject({ payment_intent: null });
    expect(await stripe.control.dispute({ chargeId: charge.id })).toMatchObject({ payment_intent: null });
    expect((await client.paymentIntents.list()).data).toEqual([]);
    await stripe.control.payElsewhere({ amount: 900 });
    expect((await client.paymentIntents.list()).data).toMatchObject([{ amount_received: 900, metadata: {} }]);
    const [refund] = (await client.refunds.list({ expand: ["data.payment_intent"] })).data;
    expect(refund).toMatchObject({ payment_intent: null });
  });

  test("marks an early fraud warning as actionable until the payment is refunded or disputed", async ({ world }) => {
    const { client, stripe } = world;
    const [first, second] = [await aPaidSession(world), await aPaidSession(world)];
    const { id, payment_intent } = await stripe.control.warnOfFraud({ sessionId: first });
    const { id: otherId } = await stripe.control.warnOfFraud({ sessionId: second });
    const warnings = client.radar.earlyFraudWarnings;
    expect((await warnings.list({ payment_intent: payment_intent! })).data).toMatchObject([{ id, actionable: true }]);
    await stripe.control.refund({ sessionId: first });
    await stripe.control.dispute({ sessionId: second });
    expect(await warnings.retrieve(id)).toMatchObject({ actionable: false });
    expect(await warnings.retrieve(otherId)).toMatchObject({ actionable: false });
    expect(await typesOf(world, "radar")).toHaveLength(2);
  });
});
