import { advanceTo, expect, invoicesOf, makePrice, refusalOf, startSubscription, test } from "./billing-world";

test("is controlled over HTTP: what is due, cards, the end of the tries, invoices and lost events", async ({
  world,
}) => {
  const { siteUrl } = world;
  const command = async (body: object) => {
    const response = await fetch(`${siteUrl}/dev/stripe/control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status, JSON.stringify(body)).toBe(200);
    return ((await response.json()) as { result: unknown }).result;
  };
  const { clock, customer, id } = await startSubscription(world);
  await command({ bill: {} });
  await command({ afterRetries: { end: "past_due" } });
  await command({ setCard: { customerId: customer, card: "declined" } });
  await command({ hold: {} });
  await advanceTo(world, clock, "2030-03-02T10:00:00Z");
  expect(await command({ lose: {} })).toContainEqual(expect.objectContaining({ type: "invoice.payment_failed" }));
  expect(await world.client.subscriptions.retrieve(id)).toMatchObject({ status: "past_due" });
  const [, open] = await invoicesOf(world, id);
  expect(open).toMatchObject({ status: "open", next_payment_attempt: null });
  expect(await command({ payInvoice: { invoiceId: open!.id, card: "refused" } })).toMatchObject({ result: "declined" });
  expect(await command({ payInvoice: { invoiceId: open!.id, card: "accepted" } })).toMatchObject({ result: "paid" });
  expect(await command({ payInvoice: { invoiceId: open!.id } })).toMatchObject({ result: "closed" });
  expect(await world.client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
});

test("pays, voids and writes off invoices by call, and pays them in cash", async ({ world }) => {
  const { client, stripe } = world;
  const { clock, customer, id, price } = await startSubscription(world);
  await stripe.control.setCard({ customerId: customer, card: "declined" });
  await advanceTo(world, clock, "2030-02-15T10:00:00Z");
  const [, failed] = await invoicesOf(world, id);
  expect(await client.invoices.markUncollectible(failed!.id)).toMatchObject({ status: "uncollectible" });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
  await advanceTo(world, clock, "2030-03-15T10:00:00Z");
  const [, , second] = await invoicesOf(world, id);
  const paid = await client.invoices.pay(second!.id, { paid_out_of_band: true });
  expect(paid).toMatchObject({ status: "paid", amount_paid_off_stripe: 2000 });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
  await advanceTo(world, clock, "2030-04-15T10:00:00Z");
  const [, , , third] = await invoicesOf(world, id);
  expect(await client.invoices.voidInvoice(third!.id)).toMatchObject({ status: "void" });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
  expect(await refusalOf(client.invoices.pay(paid.id))).toMatchObject({ code: "invoice_already_paid" });
  expect((await client.invoicePayments.list({ invoice: third!.id })).data[0]).toMatchObject({ status: "canceled" });
  await client.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await refusalOf(client.invoices.createPreview({ subscription: id }))).toMatchObject({
    code: "invoice_upcoming_none",
  });
  expect(price.active).toBe(true);
});

test("goes on with all others after a customer was deleted and a scheduled price archived", async ({ world }) => {
  const { client } = world;
  const cheaper = await makePrice(world, { amount: 500 });
  const { clock, customer, id, price } = await startSubscription(world);
  const { id: schedule, phases } = await client.subscriptionSchedules.create({ from_subscription: id });
  const [first] = phases;
  await client.subscriptionSchedules.update(schedule, {
    phases: [
      { items: [{ price: price.id }], start_date: first!.start_date, end_date: first!.end_date },
      { items: [{ price: cheaper.id }], proration_behavior: "none" },
    ],
  });
  await client.prices.update(cheaper.id, { active: false });
  await advanceTo(world, clock, "2030-02-15T09:00:00Z");
  expect((await invoicesOf(world, id)).map(({ status, total }) => [status, total])).toEqual([
    ["paid", 2000],
    ["draft", 500],
  ]);
  await client.customers.del(customer);
  await advanceTo(world, clock, "2030-03-15T10:00:00Z");
  expect((await invoicesOf(world, id)).map(({ status }) => status)).toEqual(["paid", "draft"]);
});
