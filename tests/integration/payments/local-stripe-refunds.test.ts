import { aCheckout, expect, refusalOf, test, type World } from "./local-stripe-world";

const paid = async ({ client, stripe }: World) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  const { session } = await stripe.control.payNow(id);
  return session!.payment_intent!;
};

test("refunds never give back more than was paid", async ({ world }) => {
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

test("refunds at the same time give back no more, either", async ({ world }) => {
  const payment_intent = await paid(world);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => world.client.refunds.create({ payment_intent, amount: 700 })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const { charges } = await world.stripe.control.state();
  expect(charges[0]).toMatchObject({ amount_refunded: 1400, refunded: false });
});

test("refunds need a payment that succeeded, and a whole amount", async ({ world }) => {
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

test("refunds tell of themselves with three events", async ({ world }) => {
  const payment_intent = await paid(world);
  const refund = await world.client.refunds.create({ payment_intent }, { idempotencyKey: "refund-1" });
  const events = await world.receiver.until((all) => all.length === 6);
  const told = events.filter(({ type }) => type.includes("refund"));
  expect(told.map(({ type }) => type).sort()).toEqual(["charge.refunded", "refund.created", "refund.updated"]);
  const created = told.find(({ type }) => type === "refund.created");
  expect(created).toMatchObject({ data: { object: { id: refund.id } }, request: { idempotency_key: "refund-1" } });
  const charge = told.find(({ type }) => type === "charge.refunded");
  expect(charge?.data).toMatchObject({
    object: { amount_refunded: 1440, refunded: true },
    previous_attributes: { amount_refunded: 0, refunded: false },
  });
});
