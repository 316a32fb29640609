import {
  advanceTo,
  eventsOf,
  expect,
  makeMember,
  makePrice,
  openPortal,
  press,
  refusalOf,
  seconds,
  startSubscription,
  test,
  type World,
} from "./billing-world";

const addresses = {
  success_url: "http://localhost:4199/welcome?checkout={CHECKOUT_SESSION_ID}",
  cancel_url: "http://localhost:4199/plans",
};

async function openCheckout(world: World, values: object = {}) {
  const price = await makePrice(world);
  const { id: customer } = await world.client.customers.create({ email: "hannah@example.com" });
  const session = await world.client.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    customer,
    client_reference_id: "member-1",
    metadata: { membershipId: "m1" },
    subscription_data: { metadata: { membershipId: "m1" } },
    ...addresses,
    ...values,
  });
  return { session, price };
}

test("starts a subscription once, with the customer, the card and the metadata", async ({ world }) => {
  const { client } = world;
  const { session, price } = await openCheckout(world);
  expect(session).toMatchObject({ mode: "subscription", amount_total: 2000, subscription: null });
  const answers = await Promise.all([1, 2, 3].map(() => press(session.url!, { action: "pay", card: "accepted" })));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(answers[0]!.headers.get("location")).toBe(`http://localhost:4199/welcome?checkout=${session.id}`);
  const done = await client.checkout.sessions.retrieve(session.id, { expand: ["subscription", "customer", "invoice"] });
  expect(done).toMatchObject({
    status: "complete",
    payment_status: "paid",
    client_reference_id: "member-1",
    metadata: { membershipId: "m1" },
    customer: { email: "hannah@example.com" },
    subscription: { status: "active", metadata: { membershipId: "m1" } },
    invoice: {
      status: "paid",
      amount_paid: 2000,
      parent: { subscription_details: { metadata: { membershipId: "m1" } } },
    },
  });
  const { subscriptions } = await world.stripe.control.state();
  expect(subscriptions.map(({ items }) => items.data[0]!.price.id)).toEqual([price.id]);
  const events = await eventsOf(world);
  expect(events.at(-1)).toBe("checkout.session.completed");
  expect(events.filter((type) => type.startsWith("customer.subscription"))).toEqual(["customer.subscription.created"]);
});

test("makes no subscription of a declined card, and one of the next try", async ({ world }) => {
  const { session } = await openCheckout(world);
  const declined = await press(session.url!, { action: "decline" });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain("Your card was declined.");
  expect((await world.stripe.control.state()).subscriptions).toEqual([]);
  expect((await press(session.url!, { action: "pay" })).status).toBe(303);
  expect((await world.stripe.control.state()).subscriptions).toHaveLength(1);
});

test("begins a trial without a payment and with a card for its end", async ({ world }) => {
  const { session } = await openCheckout(world, { subscription_data: { trial_period_days: 14 } });
  const page = await (await fetch(session.url!)).text();
  expect(page).toContain("<title>Subscribe: £0.00 today (demo)</title>");
  expect(page).toContain("£20.00 / month");
  expect(page).not.toContain("<script");
  await press(session.url!, { action: "pay", card: "declined" });
  expect(await world.client.checkout.sessions.retrieve(session.id, { expand: ["subscription"] })).toMatchObject({
    payment_status: "no_payment_required",
    subscription: { status: "trialing" },
  });
  world.clock.moveBy(15 * 86_400);
  const [subscription] = (await world.client.subscriptions.list()).data;
  expect(subscription!.status).toBe("past_due");
});

test("subscribes a known customer", async ({ world }) => {
  const { customer } = await makeMember(world);
  const { session } = await openCheckout(world, { customer });
  await world.stripe.control.payNow(session.id, "authenticated");
  const { data } = await world.client.subscriptions.list({ customer });
  expect(data[0]).toMatchObject({ created: seconds("2030-01-15T09:00:00Z"), status: "active" });
  await advanceTo(world, "2030-02-15T10:00:00Z");
  expect(await eventsOf(world, { of: "action_required" })).toHaveLength(1);
});

test("refuses what it does not model, by its name", async ({ world }) => {
  const { client } = world;
  const price = await makePrice(world);
  const once = await client.prices.create({ product: price.product, currency: "gbp", unit_amount: 500 });
  const refusal = async (values: object) => {
    const { param, message } = (await refusalOf(openCheckout(world, values))) as { param?: string; message: string };
    return [param, message];
  };
  expect(await refusal({ line_items: [{ price: once.id, quantity: 1 }] })).toEqual([
    "line_items[0][price]",
    expect.stringContaining("type=recurring"),
  ]);
  expect(await refusal({ allow_promotion_codes: true })).toEqual([
    "allow_promotion_codes",
    "Received unknown parameter: allow_promotion_codes",
  ]);
  expect(await refusal({ subscription_data: { default_tax_rates: ["txr_1"] } })).toEqual([
    "subscription_data[default_tax_rates]",
    "Received unknown parameter: subscription_data[default_tax_rates]",
  ]);
  expect((await refusal({ customer: "cus_none" }))[0]).toBe("customer");
});

test("shows the portal, where a card is changed and a subscription ends by cancel_at", async ({ world }) => {
  const { client } = world;
  const { customer, id } = await startSubscription(world);
  const portal = await openPortal(world, customer);
  const page = await (await fetch(portal)).text();
  for (const text of [
    "•••• 4242",
    "One class a week",
    "Cancel at the end of the period",
    "Renews on 15 February 2030.",
  ]) {
    expect(page).toContain(text);
  }
  expect(page).toContain('href="https://example.com/account"');
  expect(page).not.toContain("<script");
  await press(portal, { action: "cancel", subscription: id });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({
    cancel_at: seconds("2030-02-15T09:00:00Z"),
    cancel_at_period_end: false,
  });
  await press(portal, { action: "keep", subscription: id });
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null, canceled_at: null });
  expect((await press(portal, { action: "card", card: "declined" })).status).toBe(303);
  expect(await (await fetch(portal)).text()).toContain("•••• 0341");
});

test("shows a portal for an hour, and lets no other customer change a subscription", async ({ world }) => {
  const { client } = world;
  const { customer, id } = await startSubscription(world);
  const own = await openPortal(world, customer);
  const other = await client.customers.create({ email: "ada@example.com" });
  const foreign = await openPortal(world, other.id);
  expect((await press(foreign, { action: "cancel", subscription: id })).status).toBe(400);
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null });
  expect((await fetch(own)).status).toBe(200);
  world.clock.moveBy(3601);
  expect((await fetch(own)).status).toBe(404);
});
