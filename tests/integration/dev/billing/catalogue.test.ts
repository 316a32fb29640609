import { expect, makePrice, refusalOf, startSubscription, test } from "./billing-world";

test("keeps one product of an id and finds prices by product and lookup key", async ({ world: { client } }) => {
  const product = await client.products.create({ id: "plan_1", name: "Unlimited", metadata: { planId: "1" } });
  expect(product).toMatchObject({ id: "plan_1", active: true, metadata: { planId: "1" } });
  expect(await refusalOf(client.products.create({ id: "plan_1", name: "Unlimited" }))).toMatchObject({
    code: "resource_already_exists",
  });
  const values = {
    product: "plan_1",
    currency: "gbp",
    recurring: { interval: "month" as const },
    lookup_key: "plan_1_month",
  };
  const first = await client.prices.create({ ...values, unit_amount: 2000 });
  expect(await refusalOf(client.prices.create({ ...values, unit_amount: 2500 }))).toMatchObject({
    param: "lookup_key",
  });
  const second = await client.prices.create({ ...values, unit_amount: 2500, transfer_lookup_key: true });
  const found = async (parameters: object) => (await client.prices.list(parameters)).data.map(({ id }) => id);
  expect(await found({ lookup_keys: ["plan_1_month"] })).toEqual([second.id]);
  expect(await found({ product: "plan_1" })).toEqual([second.id, first.id]);
  const { unit_amount_decimal: decimal } = await client.prices.retrieve(second.id);
  expect(decimal?.toString()).toBe("2500");
});

test("refuses a subscription to a price that is paid once, of several items or in another currency", async ({
  world,
}) => {
  const { client } = world;
  const { customer, price, id, subscription } = await startSubscription(world);
  const dollars = await makePrice(world, { currency: "usd" });
  const once = await client.prices.create({ product: price.product, currency: "gbp", unit_amount: 100 });
  const create = (...prices: string[]) =>
    refusalOf(client.subscriptions.create({ customer, items: prices.map((one) => ({ price: one })) }));
  expect(await create(once.id)).toMatchObject({ param: "items[0][price]" });
  expect(await create(price.id, dollars.id)).toMatchObject({ param: "items" });
  const [item] = subscription.items.data;
  const change = (values: object) =>
    refusalOf(client.subscriptions.update(id, { items: [{ id: item!.id, ...values }], proration_behavior: "none" }));
  expect(await change({ price: dollars.id })).toMatchObject({ param: "items" });
  expect(await change({ price: price.id, quantity: 2 })).toMatchObject({ param: "items[0][quantity]" });
});

test("refuses what is not modelled by the parameter's name, and what is unknown as not found", async ({ world }) => {
  const { client } = world;
  const { customer, id, price, subscription } = await startSubscription(world);
  const items = [{ price: price.id }];
  const [item] = subscription.items.data;
  const dearer = await makePrice(world, { amount: 4000 });
  const refusals: [() => Promise<unknown>, string][] = [
    [() => client.subscriptions.create({ customer, items, collection_method: "send_invoice" }), "collection_method"],
    [
      () => client.subscriptions.create({ customer, items, payment_behavior: "default_incomplete" }),
      "payment_behavior",
    ],
    [() => client.subscriptions.create({ customer, items, discounts: [{ coupon: "x" }] }), "discounts"],
    [() => client.subscriptions.update(id, { default_tax_rates: ["txr_1"] }), "default_tax_rates"],
    [() => client.subscriptions.update(id, { trial_end: 1, proration_behavior: "none" }), "trial_end"],
    [() => client.subscriptions.update(id, { trial_end: 1 }), "trial_end"],
    [() => client.subscriptions.update(id, { items: [{ id: item!.id, price: dearer.id }] }), "proration_behavior"],
    [() => client.customers.create({ address: { city: "York" } }), "address"],
    [
      () =>
        client.prices.create({
          product: price.product,
          currency: "gbp",
          unit_amount: 1,
          billing_scheme: "tiered",
        }),
      "billing_scheme",
    ],
    [
      () => client.billingPortal.sessions.create({ customer, flow_data: { type: "subscription_update" } }),
      "flow_data[subscription_update]",
    ],
    [
      () => client.webhookEndpoints.create({ url: "https://example.com", enabled_events: ["*"], connect: true }),
      "connect",
    ],
  ];
  for (const [call, param] of refusals) expect(await refusalOf(call())).toMatchObject({ statusCode: 400, param });
  const unknown = [
    () => client.subscriptions.retrieve("sub_none"),
    () => client.invoices.retrieve("in_none"),
    () => client.customers.retrieve("cus_none"),
    () => client.products.search({ query: "active:'true'" }),
    () => client.invoices.createPreview({ customer }),
  ];
  for (const call of unknown) expect(await refusalOf(call())).toMatchObject({ statusCode: 404 });
});
