import {
  advanceTo,
  expect,
  invoicesOf,
  makePrice,
  openPortal,
  press,
  refusalOf,
  seconds,
  startSubscription,
  test,
} from "./billing-world";

test("refuses another currency to a customer who pays in one, until that has ended", async ({ world }) => {
  const { client } = world;
  const { customer, id } = await startSubscription(world);
  const euros = await makePrice(world, { currency: "eur", name: "In euros" });
  const subscribe = () => client.subscriptions.create({ customer, items: [{ price: euros.id }] });
  const page = { mode: "subscription", customer, success_url: "https://example.com" } as const;
  const open = () => client.checkout.sessions.create({ ...page, line_items: [{ price: euros.id, quantity: 1 }] });
  for (const call of [subscribe, open]) {
    const { message } = await refusalOf(call());
    expect(message).toMatch(/^You cannot combine currencies on a single customer\. .* with currency gbp\.$/);
  }
  await client.subscriptions.cancel(id);
  expect((await open()).currency).toBe("eur");
  expect((await subscribe()).currency).toBe("eur");
});

test("says by cancel_at too when a subscription ends with its period", async ({ world }) => {
  const { client } = world;
  const { id } = await startSubscription(world);
  const end = seconds("2030-02-15T09:00:00Z");
  expect(await client.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({ cancel_at: end });
  expect(await client.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: null });
});

test("an invoice's own period is that before what it charges for", async ({ world }) => {
  const { id } = await startSubscription(world);
  await advanceTo(world, "2030-02-15T11:00:00Z");
  const [first, second] = (await invoicesOf(world, id)).map(({ period_start: start, period_end: end }) => [start, end]);
  const [joined, renewed] = [seconds("2030-01-15T09:00:00Z"), seconds("2030-02-15T09:00:00Z")];
  expect([first, second]).toEqual([
    [joined, joined],
    [joined, renewed],
  ]);
});

test("does not try a card again that is declined for good, until there is another one", async ({ world }) => {
  const { client, stripe } = world;
  const { customer, id } = await startSubscription(world);
  await stripe.control.setCard({ customerId: customer, card: "lost" });
  await advanceTo(world, "2030-02-20T09:00:00Z");
  const open = async () => (await client.invoices.list({ subscription: id })).data[0]!;
  expect(await open()).toMatchObject({ status: "open", attempt_count: 1, next_payment_attempt: null });
  await press(await openPortal(world, customer), { action: "card", card: "accepted" });
  expect((await open()).next_payment_attempt).toBeGreaterThan(seconds("2030-02-20T09:00:00Z"));
  await advanceTo(world, "2030-02-23T09:00:00Z");
  expect(await open()).toMatchObject({ status: "paid" });
  expect((await client.subscriptions.retrieve(id)).status).toBe("active");
});

test("gives up what waits for a card after two weeks", async ({ world }) => {
  const { client, stripe } = world;
  const { customer, id } = await startSubscription(world);
  await stripe.control.setCard({ customerId: customer, card: "lost" });
  await advanceTo(world, "2030-03-05T09:00:00Z");
  expect((await client.subscriptions.retrieve(id)).status).toBe("canceled");
});

test("deletes a customer with what they subscribe to, and keeps the invoices", async ({ world }) => {
  const { client } = world;
  const { customer, id } = await startSubscription(world);
  await client.customers.update(customer, { name: "Ζωή" });
  expect(await client.customers.retrieve(customer)).toMatchObject({ name: "Ζωή" });
  expect(await client.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
  expect((await client.subscriptions.retrieve(id)).status).toBe("canceled");
  expect(await invoicesOf(world, id)).toHaveLength(1);
  expect((await client.customers.list({ email: "hannah@example.com" })).data).toEqual([]);
  await expect(client.customers.update(customer, { name: "Zoë" })).rejects.toThrow("No such customer");
});

test("refuses a portal without a configuration, and an endpoint of another version", async ({ world }) => {
  const { client } = world;
  const { customer } = await startSubscription(world);
  const { message } = await refusalOf(client.billingPortal.sessions.create({ customer }));
  expect(message).toMatch(/^No configuration provided/);
  const endpoint = { url: "https://example.com/webhooks", enabled_events: ["invoice.paid"] } as const;
  const older = client.webhookEndpoints.create({
    ...endpoint,
    enabled_events: [...endpoint.enabled_events],
    api_version: "2024-06-20",
  });
  await expect(older).rejects.toThrow("Invalid Stripe API version: 2024-06-20");
});

test("refuses a key of other letters than ASCII's", async ({ world }) => {
  const made = world.client.customers.create({ email: "ada@example.com" }, { idempotencyKey: "Fülle" });
  await expect(made).rejects.toThrow("printable ASCII");
});
