import {
  advanceTo,
  expect,
  invoicesOf,
  makePrice,
  press,
  seconds,
  startSubscription,
  test,
  type World,
} from "./billing-world";

const half = "2030-04-16T00:00:00Z";

/** Starts on 1 April, whose half is over at the start of the 16th, and goes there. */
async function atHalf(world: World, { amount = 2000, currency = "gbp" } = {}) {
  const price = await makePrice(world, { amount, currency });
  const started = await startSubscription(world, { at: "2030-04-01T00:00:00Z", price });
  await advanceTo(world, half);
  return { ...started, item: started.subscription.items.data[0]!.id };
}

const amounts = (lines: { data: { amount: number; description: string | null }[] }) =>
  lines.data.map(({ amount, description }) => [amount, description]);

test("charges an upgrade at once by always_invoice: what is unused goes off it", async ({ world }) => {
  const { client } = world;
  const { id, item } = await atHalf(world, { amount: 10_000 });
  const dearer = await makePrice(world, { amount: 20_000, name: "Unlimited" });
  const change = { items: [{ id: item, price: dearer.id }], proration_behavior: "always_invoice" as const };
  const updated = await client.subscriptions.update(id, change);
  expect(updated.items.data[0]).toMatchObject({ id: item, price: { id: dearer.id } });
  const [, upgrade] = await invoicesOf(world, id);
  expect(upgrade).toMatchObject({ status: "paid", amount_paid: 5000, billing_reason: "subscription_update" });
  expect(amounts(upgrade!.lines)).toEqual([
    [-5000, "Unused time on One class a week after 16 Apr 2030"],
    [10_000, "Remaining time on Unlimited after 16 Apr 2030"],
  ]);
  expect(updated.latest_invoice).toBe(upgrade!.id);
});

test("credits what was charged after a change by none, not what the new price would have been", async ({ world }) => {
  const { client } = world;
  const { id, item } = await atHalf(world);
  const cheaper = await makePrice(world, { amount: 900 });
  await client.subscriptions.update(id, { items: [{ id: item, price: cheaper.id }], proration_behavior: "none" });
  const back = await makePrice(world, { amount: 4000 });
  await client.subscriptions.update(id, {
    items: [{ id: item, price: back.id }],
    proration_behavior: "always_invoice",
  });
  const [, change] = await invoicesOf(world, id);
  expect(change!.lines.data.map(({ amount }) => amount)).toEqual([-1000, 2000]);
});

test("bills a move from months to years at once, less what is unused", async ({ world }) => {
  const { client } = world;
  const { id, item } = await atHalf(world);
  const yearly = await makePrice(world, { amount: 20_000, interval: "year" });
  const updated = await client.subscriptions.update(id, { items: [{ id: item, price: yearly.id }] });
  expect(updated.items.data[0]).toMatchObject({
    current_period_start: seconds(half),
    current_period_end: seconds("2031-04-16T00:00:00Z"),
  });
  const [, invoice] = await invoicesOf(world, id);
  expect(invoice).toMatchObject({ status: "paid", amount_paid: 19_000 });
});

test("credits a downgrade to the balance, which the next renewals use up", async ({ world }) => {
  const { client } = world;
  const { customer, id, item } = await atHalf(world, { amount: 9000 });
  const cheaper = await makePrice(world, { amount: 1000 });
  await client.subscriptions.update(id, {
    items: [{ id: item, price: cheaper.id }],
    proration_behavior: "always_invoice",
  });
  expect(await client.customers.retrieve(customer)).toMatchObject({ balance: -4000 });
  await advanceTo(world, "2030-05-01T02:00:00Z");
  const invoices = await invoicesOf(world, id);
  expect(invoices.map(({ total, amount_paid }) => [total, amount_paid])).toEqual([
    [9000, 9000],
    [-4000, 0],
    [1000, 0],
  ]);
  expect(await client.customers.retrieve(customer)).toMatchObject({ balance: -3000 });
});

test("leaves an upgrade that can't be paid past due until its invoice is paid", async ({ world }) => {
  const { client, stripe } = world;
  const { customer, id, item } = await atHalf(world);
  await stripe.control.setCard({ customerId: customer, card: "declined" });
  const dearer = await makePrice(world, { amount: 9000 });
  const change = { items: [{ id: item, price: dearer.id }], proration_behavior: "always_invoice" as const };
  expect(await client.subscriptions.update(id, change)).toMatchObject({ status: "past_due" });
  const [, open] = await invoicesOf(world, id);
  expect((await press(open!.hosted_invoice_url!, { action: "pay", card: "accepted" })).status).toBe(303);
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
});

test("applies two updates at the same time one after the other", async ({ world }) => {
  const { client } = world;
  const { id, item } = await atHalf(world);
  const dearer = await makePrice(world, { amount: 4000 });
  const change = { items: [{ id: item, price: dearer.id }], proration_behavior: "always_invoice" as const };
  await Promise.all([client.subscriptions.update(id, change), client.subscriptions.update(id, change)]);
  expect((await invoicesOf(world, id)).map(({ amount_paid }) => amount_paid)).toEqual([2000, 1000]);
});

test.for([
  ["gbp", 1999, 3499],
  ["eur", 1333, 5555],
  ["usd", 4999, 9999],
] as const)("prorates to the minor unit in %s", async ([currency, amount, upgrade], { world }) => {
  const { client } = world;
  const { id, item } = await atHalf(world, { amount, currency });
  const at = seconds("2030-04-22T13:37:11Z");
  await advanceTo(world, at);
  const dearer = await makePrice(world, { amount: upgrade, currency });
  await client.subscriptions.update(id, {
    items: [{ id: item, price: dearer.id }],
    proration_behavior: "always_invoice",
  });
  const left = (seconds("2030-05-01T00:00:00Z") - at) / (30 * 86_400);
  const [, invoice] = await invoicesOf(world, id);
  expect(invoice!.lines.data.map(({ amount: line }) => line)).toEqual([
    -Math.round(amount * left),
    Math.round(upgrade * left),
  ]);
  expect(invoice!.amount_paid).toBe(Math.round(upgrade * left) - Math.round(amount * left));
});
