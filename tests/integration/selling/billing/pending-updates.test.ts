import { differencesToStripe } from "../../../support/stripe-types";
import {
  advanceTo,
  eventsOf,
  expect,
  invoicesOf,
  makePrice,
  press,
  refusalOf,
  seconds,
  startSubscription,
  test,
  type World,
} from "./billing-world";

const half = "2030-04-16T00:00:00Z";

/** Starts on 1 April, and asks for a dearer price at the half with a card that behaves so. */
async function pendingAtHalf(world: World, card: "accepted" | "authenticated" | "declined") {
  const { client, stripe } = world;
  const price = await makePrice(world, { amount: 4000 });
  const started = await startSubscription(world, { at: "2030-04-01T00:00:00Z", price });
  await advanceTo(world, started.clock, half);
  await stripe.control.setCard({ customerId: started.customer, card });
  const dearer = await makePrice(world, { amount: 8000, name: "Unlimited" });
  const updated = await client.subscriptions.update(started.id, {
    items: [{ id: started.subscription.items.data[0]!.id, price: dearer.id }],
    ...{ proration_behavior: "always_invoice", payment_behavior: "pending_if_incomplete" },
  });
  return { ...started, dearer, updated };
}

test("makes a change at once if it is paid", async ({ world }) => {
  const { updated, dearer, id } = await pendingAtHalf(world, "accepted");
  expect(updated).toMatchObject({ status: "active", pending_update: null });
  expect(updated.items.data[0]!.price.id).toBe(dearer.id);
  expect((await invoicesOf(world, id)).map(({ amount_paid }) => amount_paid)).toEqual([4000, 2000]);
});

test.for(["declined", "authenticated"] as const)(
  "keeps everything as it is until the payment is made, and changes it then: %s",
  async (card, { world }) => {
    const { updated, dearer, price, id } = await pendingAtHalf(world, card);
    expect(updated.items.data[0]!.price.id).toBe(price.id);
    const { pending_update: pending } = updated;
    expect(pending).toMatchObject({ expires_at: seconds("2030-04-16T23:00:00Z"), billing_cycle_anchor: null });
    expect(pending!.subscription_items![0]!.price.id).toBe(dearer.id);
    expect(updated.status).toBe("active");
    expect(differencesToStripe(JSON.parse(JSON.stringify(updated)))).toEqual([]);
    const [, open] = await invoicesOf(world, id);
    expect(open).toMatchObject({ status: "open", next_payment_attempt: null, id: updated.latest_invoice });
    await press(open!.hosted_invoice_url!, { action: "pay", card: "accepted" });
    const paid = await world.client.subscriptions.retrieve(id);
    expect(paid).toMatchObject({ status: "active", pending_update: null });
    expect(paid.items.data[0]!.price.id).toBe(dearer.id);
    expect(await eventsOf(world, { of: "pending_update" })).toEqual(["customer.subscription.pending_update_applied"]);
  },
);

test("discards what is not paid within 23 hours, and renews at the old price", async ({ world }) => {
  const { clock, customer, id } = await pendingAtHalf(world, "declined");
  await world.stripe.control.setCard({ customerId: customer, card: "accepted" });
  await advanceTo(world, clock, "2030-05-01T02:00:00Z");
  expect(await world.client.subscriptions.retrieve(id)).toMatchObject({ pending_update: null, status: "active" });
  expect((await invoicesOf(world, id)).map(({ status, total }) => [status, total])).toEqual([
    ["paid", 4000],
    ["void", 2000],
    ["paid", 4000],
  ]);
  expect(await eventsOf(world, { of: "pending_update" })).toEqual(["customer.subscription.pending_update_expired"]);
});

test("discards an update when its invoice is voided, or the subscription is cancelled", async ({ world }) => {
  const { client } = world;
  const { updated, id } = await pendingAtHalf(world, "declined");
  await client.invoices.voidInvoice(updated.latest_invoice as string);
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ pending_update: null });
  // Stripe tells of what has expired or was voided by itself; this is an update as any other.
  expect(await eventsOf(world, { of: "pending_update" })).toEqual([]);
  const second = await pendingAtHalf(world, "declined");
  await client.subscriptions.cancel(second.id);
  expect((await invoicesOf(world, second.id)).at(-1)).toMatchObject({ status: "void" });
});

test("refuses what can't wait for a payment, and what a schedule alone may change", async ({ world }) => {
  const { client } = world;
  const yearly = await makePrice(world, { amount: 20_000, interval: "year" });
  const { id, subscription, price } = await startSubscription(world);
  const items = [{ id: subscription.items.data[0]!.id, price: price.id }];
  const pending = { items, metadata: { a: "b" }, payment_behavior: "pending_if_incomplete" as const };
  expect(await refusalOf(client.subscriptions.update(id, pending))).toMatchObject({ param: "metadata" });
  const schedule = await client.subscriptionSchedules.create({ from_subscription: id });
  const ending = await refusalOf(client.subscriptions.update(id, { cancel_at_period_end: true }));
  expect(ending.message).toContain("managed by the subscription schedule");
  expect(await refusalOf(client.subscriptions.update(id, { items }))).toMatchObject({ param: "items" });
  expect(await refusalOf(client.invoices.createPreview({ subscription: id }))).toMatchObject({ param: "subscription" });
  const [present] = schedule.phases;
  const first = { items: [{ price: price.id }], start_date: present!.start_date, end_date: present!.end_date };
  const refusedPhase = (second: object) =>
    refusalOf(
      client.subscriptionSchedules.update(schedule.id, {
        phases: [first, { items: [{ price: yearly.id }], ...second }],
      }),
    );
  expect(await refusedPhase({})).toMatchObject({ param: "phases[1][billing_cycle_anchor]" });
  const anchored = await refusedPhase({ billing_cycle_anchor: "phase_start" });
  expect(anchored).toMatchObject({ param: "phases[1][proration_behavior]" });
});
