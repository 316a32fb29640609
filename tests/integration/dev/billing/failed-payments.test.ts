import {
  advanceTo,
  eventsOf,
  expect,
  invoicesOf,
  press,
  refusalOf,
  seconds,
  startSubscription,
  test,
} from "./billing-world";

const retryDays = [1.75, 3.5, 5.25, 7, 8.75, 10.5, 12.25, 14];

test("keeps a failed renewal past due through eight tries in two weeks, then cancels", async ({ world }) => {
  const { client, stripe } = world;
  const { customer, id } = await startSubscription(world);
  await stripe.control.setCard({ customerId: customer, card: "declined" });
  await advanceTo(world, "2030-02-15T10:00:00Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "past_due" });
  const finalizedAt = seconds("2030-02-15T10:00:00Z");
  for (const [index, days] of retryDays.entries()) {
    const [, invoice] = await invoicesOf(world, id);
    expect(invoice).toMatchObject({
      status: "open",
      attempt_count: index + 1,
      next_payment_attempt: finalizedAt + days * 86_400,
    });
    await advanceTo(world, finalizedAt + days * 86_400);
  }
  const [, invoice] = await invoicesOf(world, id);
  expect(invoice).toMatchObject({ status: "open", attempt_count: 9, next_payment_attempt: null, auto_advance: false });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
  expect(await eventsOf(world, { of: "invoice.payment_failed" })).toHaveLength(9);
  expect((await eventsOf(world)).at(-1)).toBe("customer.subscription.deleted");
});

test("mends a failed renewal with another card, which pays the next one too", async ({ world }) => {
  const { client, stripe } = world;
  const { customer, id } = await startSubscription(world);
  await stripe.control.setCard({ customerId: customer, card: "declined" });
  await advanceTo(world, "2030-02-15T10:00:00Z");
  const [, failed] = await invoicesOf(world, id);
  const page = failed!.hosted_invoice_url!;
  expect((await press(page, { action: "decline" })).status).toBe(402);
  expect((await press(page, { action: "authenticate" })).status).toBe(402);
  expect((await press(page, { action: "pay", card: "accepted" })).status).toBe(303);
  expect(await client.invoices.retrieve(failed!.id)).toMatchObject({ status: "paid", next_payment_attempt: null });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
  await advanceTo(world, "2030-03-16T10:00:00Z");
  expect((await invoicesOf(world, id)).map(({ status }) => status)).toEqual(["paid", "paid", "paid"]);
});

test("asks for authentication of a renewal and calls that no failure", async ({ world }) => {
  const { client, stripe } = world;
  const { customer, id } = await startSubscription(world);
  await stripe.control.setCard({ customerId: customer, card: "authenticated" });
  await advanceTo(world, "2030-02-15T10:00:00Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "past_due" });
  expect(await eventsOf(world, { of: "invoice.payment" })).toEqual([
    "invoice.payment_succeeded",
    "invoice.payment_action_required",
  ]);
  const [, waiting] = await invoicesOf(world, id);
  expect(waiting).toMatchObject({ status: "open", next_payment_attempt: null });
  expect((await press(waiting!.hosted_invoice_url!, { action: "authenticate" })).status).toBe(303);
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
  await advanceTo(world, "2030-03-31T11:00:00Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "canceled" });
});

test("starts no subscription whose first payment is declined", async ({ world }) => {
  const started = startSubscription(world, { card: "pm_card_chargeCustomerFail" });
  expect(await refusalOf(started)).toMatchObject({ statusCode: 402, code: "card_declined" });
  expect((await world.stripe.control.state()).subscriptions).toEqual([]);
});

test("makes no customer with a card that is refused", async ({ world: { client } }) => {
  expect(await refusalOf(client.customers.create({ payment_method: "pm_card_visa_chargeDeclined" }))).toMatchObject({
    code: "card_declined",
  });
});
