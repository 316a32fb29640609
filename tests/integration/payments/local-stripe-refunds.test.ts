import { aCheckout, expect, refusalOf, test, type World } from "./local-stripe-world";

const paid = async ({ client, stripe }: World) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  const { session } = await stripe.control.payNow(id);
  return session!.payment_intent!;
};

test("never refunds more than was paid", async ({ world }) => {
  const { refunds } = world.client;
  const payment_intent = await paid(world);
  await refunds.create({ payment_intent, amount: 1000 });
  expect(await refusalOf(refunds.create({ payment_intent, amount: 441 }))).toMatchObject({
    statusCode: 400,
    param: "amount",
    message: "Refund amount (£4.41) is greater than unrefunded amount on charge (£4.40)",
  });
  expect(await refunds.create({ payment_intent })).toMatchObject({ amount: 440 });
  expect(await refusalOf(refunds.create({ payment_intent }))).toMatchObject({
    statusCode: 400,
    code: "charge_already_refunded",
    message: expect.stringMatching(/^Charge ch_\w+ has already been refunded\.$/) as string,
  });
  const all = await refunds.list({ payment_intent });
  expect(all.data.map(({ amount }) => amount)).toEqual([440, 1000]);
});

test("never refunds more than was paid with simultaneous refunds", async ({ world }) => {
  const payment_intent = await paid(world);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => world.client.refunds.create({ payment_intent, amount: 700 })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const { charges } = await world.stripe.control.state();
  expect(charges[0]).toMatchObject({ amount_refunded: 1400, refunded: false });
});

test("refuses a refund without a successful payment or with a fractional amount", async ({ world }) => {
  const { client, stripe } = world;
  const { id } = await client.checkout.sessions.create(aCheckout());
  const { session } = await stripe.control.declineNow(id);
  const payment_intent = session!.payment_intent!;
  expect(await refusalOf(client.refunds.create({ payment_intent }))).toMatchObject({
    statusCode: 400,
    message: `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`,
  });
  expect(await refusalOf(client.refunds.create({}))).toMatchObject({ code: "parameter_missing" });
  expect(await refusalOf(client.refunds.create({ payment_intent, amount: 0 }))).toMatchObject({
    code: "parameter_invalid_integer",
  });
});

test("sends three events for a refund", async ({ world }) => {
  const payment_intent = await paid(world);
  const refund = await world.client.refunds.create({ payment_intent }, { idempotencyKey: "refund-1" });
  const events = await world.receiver.until((all) => all.length === 6);
  const refundEvents = events.filter(({ type }) => type.includes("refund"));
  expect(refundEvents.map(({ type }) => type).sort()).toEqual(["charge.refunded", "refund.created", "refund.updated"]);
  const created = refundEvents.find(({ type }) => type === "refund.created");
  expect(created).toMatchObject({ data: { object: { id: refund.id } }, request: { idempotency_key: "refund-1" } });
  const charge = refundEvents.find(({ type }) => type === "charge.refunded");
  expect(charge?.data).toMatchObject({
    object: { amount_refunded: 1440, refunded: true },
    previous_attributes: { amount_refunded: 0, refunded: false },
  });
});

const paidSession = async ({ client, stripe }: World) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  await stripe.control.payNow(id);
  return id;
};

test("refunds from the dashboard without a reason, in part and the rest", async ({ world }) => {
  const sessionId = await paidSession(world);
  const part = await world.stripe.control.refund({ sessionId, amount: 440 });
  expect(part).toMatchObject({ amount: 440, status: "succeeded", metadata: {} });
  expect(await world.stripe.control.refund({ sessionId })).toMatchObject({ amount: 1000 });
  await expect(world.stripe.control.refund({ sessionId })).rejects.toThrow("already been refunded");
});

test("lets a pending refund succeed, fail or be cancelled, and a succeeded one be returned", async ({ world }) => {
  const { client, stripe, receiver } = world;
  const sessionId = await paidSession(world);
  const { id: refundId } = await stripe.control.refund({ sessionId, amount: 440, status: "pending" });
  expect(await client.refunds.retrieve(refundId)).toMatchObject({ status: "pending" });
  await stripe.control.settleRefund({ refundId, status: "succeeded" });
  await expect(stripe.control.settleRefund({ refundId, status: "canceled" })).rejects.toThrow("can't be canceled");
  await stripe.control.settleRefund({ refundId, status: "failed" });
  const refund = await client.refunds.retrieve(refundId, { expand: ["charge"] });
  expect(refund).toMatchObject({ status: "failed", failure_reason: "expired_or_canceled_card" });
  expect(refund.charge).toMatchObject({ amount_refunded: 0 });
  await receiver.until((events) => events.some(({ type }) => type === "refund.failed"));
  await expect(stripe.control.settleRefund({ refundId, status: "succeeded" })).rejects.toThrow("can't be succeeded");
});

test("refuses to refund a disputed payment until the dispute is won", async ({ world }) => {
  const { client, stripe } = world;
  const sessionId = await paidSession(world);
  const { id: disputeId, charge } = await stripe.control.dispute({ sessionId });
  expect(await refusalOf(client.refunds.create({ charge }))).toMatchObject({
    statusCode: 400,
    code: "charge_disputed",
  });
  await stripe.control.moveDispute({ disputeId, status: "won" });
  expect(await client.refunds.create({ charge })).toMatchObject({ amount: 1440 });
});

test("lists charges, intents, refunds and disputes by creation time, page by page", async ({ world }) => {
  const { client, clock, stripe } = world;
  const early = await paidSession(world);
  await stripe.control.refund({ sessionId: early, amount: 1 });
  await stripe.control.dispute({ sessionId: early });
  clock.moveBy(3600);
  const gte = Math.floor(clock.now().getTime() / 1000);
  const late = await paidSession(world);
  await stripe.control.refund({ sessionId: late, amount: 2 });
  await stripe.control.dispute({ sessionId: late });
  const { charges, paymentIntents, refunds, disputes } = client;
  for (const [before, since] of [
    [await charges.list({ created: { lt: gte } }), await charges.list({ created: { gte } })],
    [await paymentIntents.list({ created: { lt: gte } }), await paymentIntents.list({ created: { gte } })],
    [await refunds.list({ created: { lt: gte } }), await refunds.list({ created: { gte } })],
    [await disputes.list({ created: { lt: gte } }), await disputes.list({ created: { gte } })],
  ] as const) {
    expect([before.data.length, since.data.length]).toEqual([1, 1]);
    expect(since.data[0]!.id).not.toBe(before.data[0]!.id);
  }
  const first = await refunds.list({ limit: 1 });
  expect(first).toMatchObject({ has_more: true, data: [{ amount: 2 }] });
  const second = await refunds.list({ limit: 1, starting_after: first.data[0]!.id });
  expect(second).toMatchObject({ has_more: false, data: [{ amount: 1 }] });
  const { payment_intent } = await client.checkout.sessions.retrieve(late);
  expect((await disputes.list({ payment_intent: payment_intent as string })).data).toHaveLength(1);
});
