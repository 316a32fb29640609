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

test("makes invoices during a pause and voids them", async ({ world }) => {
  const { client } = world;
  const { id } = await startSubscription(world);
  const paused = await client.subscriptions.update(id, { pause_collection: { behavior: "void" } });
  expect(paused).toMatchObject({ status: "active", pause_collection: { behavior: "void" } });
  await advanceTo(world, "2030-03-20T00:00:00Z");
  await client.subscriptions.update(id, { pause_collection: "" });
  await advanceTo(world, "2030-04-16T00:00:00Z");
  const invoices = await invoicesOf(world, id);
  expect(invoices.map((invoice) => invoice.status)).toEqual(["paid", "void", "void", "paid"]);
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active", pause_collection: null });
  expect((await world.stripe.control.state()).charges).toHaveLength(2);
});

test("gives free months by a later end of the trial", async ({ world }) => {
  const { client } = world;
  const { id } = await startSubscription(world);
  const free = await client.subscriptions.update(id, {
    trial_end: seconds("2030-03-15T09:00:00Z"),
    proration_behavior: "none",
  });
  expect(free).toMatchObject({ status: "trialing", trial_end: seconds("2030-03-15T09:00:00Z") });
  await advanceTo(world, "2030-03-15T08:00:00Z");
  expect((await invoicesOf(world, id)).map(({ amount_paid }) => amount_paid)).toEqual([2000, 0]);
  await advanceTo(world, "2030-03-15T11:00:00Z");
  expect((await invoicesOf(world, id)).map(({ amount_paid }) => amount_paid)).toEqual([2000, 0, 2000]);
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
});

test("sends the events of a subscription as sent, doubled, reversed or never", async ({ world }) => {
  const { receiver, stripe } = world;
  const { customer, id } = await startSubscription(world);
  await stripe.control.release({});
  const email = "hannah@example.com";
  const renewal = async (at: string) => {
    await stripe.control.hold({ email });
    await advanceTo(world, at);
    return receiver.deliveries.length;
  };
  let before = await renewal("2030-02-15T10:00:00Z");
  const reversed = await stripe.control.release({ email, order: "reverse", copies: 2 });
  const types = () =>
    receiver
      .events()
      .slice(before)
      .filter(({ type }) => !type.startsWith("payout"))
      .map(({ id: event }) => event);
  expect(types()).toEqual(reversed.flatMap((event) => [event.id, event.id]));
  expect(reversed.map(({ type }) => type).indexOf("invoice.paid")).toBeLessThan(
    reversed.map(({ type }) => type).indexOf("invoice.created"),
  );
  before = await renewal("2030-03-15T10:00:00Z");
  const lost = await stripe.control.lose({ email });
  expect(lost.map(({ type }) => type)).toContain("invoice.paid");
  expect(types()).toEqual([]);
  await world.client.subscriptions.update(id, { metadata: { seen: "yes" } });
  await receiver.until((all) =>
    all.some(({ data }) => (data.object as { metadata?: { seen?: string } }).metadata?.seen === "yes"),
  );
  expect(types()).toHaveLength(1);
  expect((await world.client.events.retrieve(lost[0]!.id)).type).toBe(lost[0]!.type);
  expect(customer).toMatch(/^cus_/);
});

test("answers a repeated key with the first subscription, also after an answer that was lost", async ({ world }) => {
  const { client, stripe } = world;
  const { customer } = await makeMember(world);
  const price = await makePrice(world);
  const create = () =>
    client.subscriptions.create({ customer, items: [{ price: price.id }] }, { idempotencyKey: "attempt-1" });
  await stripe.control.fail({
    operation: "subscriptions.create",
    email: "hannah@example.com",
    drop: true,
    afterEffect: true,
  });
  // The SDK itself sends a request again whose connection is closed.
  const [first, again] = [await create(), await create()];
  expect(again.id).toBe(first.id);
  expect((await client.subscriptions.list({ customer })).data.map(({ id }) => id)).toEqual([first.id]);
  expect(await eventsOf(world, { of: "subscription.created" })).toHaveLength(1);
});
