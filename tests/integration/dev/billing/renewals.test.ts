import {
  advanceTo,
  eventsOf,
  expect,
  invoicesOf,
  makeMember,
  makePrice,
  seconds,
  startSubscription,
  test,
} from "./billing-world";

test("renews 13 months long, each with its own invoice, at the day of the first", async ({ world }) => {
  const { id } = await startSubscription(world, { at: "2030-01-31T09:00:00Z" });
  const ends: string[] = [];
  for (let month = 1; month <= 13; month += 1) {
    const { items } = await world.client.subscriptions.retrieve(id);
    const end = items.data[0]!.current_period_end;
    ends.push(new Date(end * 1000).toISOString());
    await advanceTo(world, end + 3601);
  }
  expect(ends.slice(0, 5)).toEqual([
    "2030-02-28T09:00:00.000Z",
    "2030-03-31T09:00:00.000Z",
    "2030-04-30T09:00:00.000Z",
    "2030-05-31T09:00:00.000Z",
    "2030-06-30T09:00:00.000Z",
  ]);
  const invoices = await invoicesOf(world, id);
  expect(invoices).toHaveLength(14);
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(14);
  expect(invoices.map(({ status, amount_paid }) => [status, amount_paid])).toEqual(Array(14).fill(["paid", 2000]));
  expect(new Set(invoices.map(({ lines }) => lines.data[0]!.period.start)).size).toBe(14);
  expect((await world.stripe.control.state()).charges).toHaveLength(14);
});

test("makes the draft of a renewal and collects it an hour later", async ({ world }) => {
  const { id } = await startSubscription(world);
  const since = (await eventsOf(world)).length;
  await advanceTo(world, "2030-02-15T09:30:00Z");
  expect(await eventsOf(world, { since })).toEqual(["invoice.created", "customer.subscription.updated"]);
  const [, draft] = await invoicesOf(world, id);
  expect(draft).toMatchObject({ status: "draft", billing_reason: "subscription_cycle", number: null });
  expect(draft!.automatically_finalizes_at).toBe(seconds("2030-02-15T10:00:00Z"));
  await advanceTo(world, "2030-02-15T10:00:00Z");
  expect((await eventsOf(world, { since })).slice(2)).toEqual([
    "customer.updated",
    "invoice.finalized",
    "invoice.paid",
    "invoice.payment_succeeded",
  ]);
});

test("begins with a trial, tells of its end and charges only then", async ({ world }) => {
  const { id, subscription } = await startSubscription(world, { values: { trial_period_days: 14 } });
  expect(subscription).toMatchObject({ status: "trialing", trial_end: seconds("2030-01-29T09:00:00Z") });
  expect((await world.stripe.control.state()).charges).toEqual([]);
  await advanceTo(world, "2030-01-29T08:00:00Z");
  expect(await eventsOf(world, { of: "trial_will_end" })).toHaveLength(1);
  await advanceTo(world, "2030-01-29T10:00:00Z");
  expect(await world.client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
  const invoices = await invoicesOf(world, id);
  expect(invoices.map(({ amount_paid, status }) => [amount_paid, status])).toEqual([
    [0, "paid"],
    [2000, "paid"],
  ]);
  expect(invoices[0]!.lines.data[0]!.description).toBe("Trial period for One class a week");
});

test("cancels a trial without a card if its settings say so", async ({ world }) => {
  await makeMember(world);
  const customer = await world.client.customers.create({ email: "ada@example.com" });
  const price = await makePrice(world);
  const { id } = await world.client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
  });
  await advanceTo(world, "2030-01-23T09:00:00Z");
  expect(await world.client.subscriptions.retrieve(id)).toMatchObject({ status: "canceled" });
  expect(await eventsOf(world, { of: "deleted" })).toEqual(["customer.subscription.deleted"]);
});

test("cancels at the end of the period unless that is undone, and charges nothing after it", async ({ world }) => {
  const { id } = await startSubscription(world);
  const { client } = world;
  const ending = await client.subscriptions.update(id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({
    status: "active",
    cancel_at_period_end: true,
    canceled_at: seconds("2030-01-15T09:00:00Z"),
  });
  const kept = await client.subscriptions.update(id, { cancel_at_period_end: false });
  expect(kept).toMatchObject({ cancel_at_period_end: false, canceled_at: null });
  await advanceTo(world, "2030-02-15T11:00:00Z");
  await client.subscriptions.update(id, {
    cancel_at_period_end: true,
    cancellation_details: { comment: "Moving away" },
  });
  await advanceTo(world, "2030-04-01T09:00:00Z");
  expect(await client.subscriptions.retrieve(id)).toMatchObject({
    status: "canceled",
    ended_at: seconds("2030-03-15T09:00:00Z"),
    cancellation_details: { reason: "cancellation_requested", comment: "Moving away" },
  });
  expect(await invoicesOf(world, id)).toHaveLength(2);
  expect(await eventsOf(world, { of: "deleted" })).toEqual(["customer.subscription.deleted"]);
  await expect(client.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toThrow(
    "A canceled subscription",
  );
});

test("cancels at once on request", async ({ world }) => {
  const { client } = world;
  const { id } = await startSubscription(world);
  expect(await client.subscriptions.cancel(id)).toMatchObject({ status: "canceled" });
});
