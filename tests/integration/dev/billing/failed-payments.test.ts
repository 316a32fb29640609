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

test("leaves a subscription unpaid after the last try if the account says so; paying revives it", async ({ world }) => {
  const { client, stripe } = world;
  await stripe.control.afterRetries({ end: "unpaid" });
  const { customer, id } = await startSubscription(world);
  await stripe.control.setCard({ customerId: customer, card: "declined" });
  await advanceTo(world, "2030-03-02T10:00:00Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "unpaid" });
  await advanceTo(world, "2030-03-16T10:00:00Z");
  const invoices = await invoicesOf(world, id);
  expect(invoices.map(({ status }) => status)).toEqual(["paid", "open", "draft"]);
  await stripe.control.payInvoice({ invoiceId: invoices[1]!.id, card: "accepted" });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
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

test("keeps a declined first payment as incomplete, which can be tried again at once", async ({ world }) => {
  const { client } = world;
  const { customer, id, subscription } = await startSubscription(world, { card: "pm_card_chargeCustomerFail" });
  expect(subscription.status).toBe("incomplete");
  const [first] = await invoicesOf(world, id);
  expect(first).toMatchObject({ status: "open", billing_reason: "subscription_create", next_payment_attempt: null });
  const pay = (values: object) => world.stripe.control.payInvoice({ invoiceId: first!.id, ...values });
  expect(await pay({})).toMatchObject({ result: "declined" });
  expect((await world.stripe.control.state()).charges.map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect(await pay({ card: "accepted" })).toMatchObject({ result: "paid" });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active", customer });
  await advanceTo(world, "2030-01-17T09:00:00Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
});

test("expires an incomplete subscription after 23 hours and voids its invoice", async ({ world }) => {
  const { client } = world;
  const { id } = await startSubscription(world, { card: "pm_card_chargeCustomerFail" });
  await advanceTo(world, "2030-01-16T07:59:59Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "incomplete" });
  await advanceTo(world, "2030-01-16T08:00:00Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "incomplete_expired" });
  const [first] = await invoicesOf(world, id);
  expect(first).toMatchObject({ status: "void", amount_paid: 0 });
  const { intents } = await world.stripe.control.state();
  expect(intents).toEqual([expect.objectContaining({ status: "canceled", cancellation_reason: "void_invoice" })]);
  expect(await world.stripe.control.payInvoice({ invoiceId: first!.id })).toMatchObject({ result: "closed" });
});

test("makes no customer with a card that is refused", async ({ world: { client } }) => {
  expect(await refusalOf(client.customers.create({ payment_method: "pm_card_visa_chargeDeclined" }))).toMatchObject({
    code: "card_declined",
  });
});
