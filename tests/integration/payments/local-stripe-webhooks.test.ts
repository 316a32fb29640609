import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { aCheckout, clientOf, expect, test, type World } from "./local-stripe-world";

const typesOf = (events: Stripe.Event[]) => events.map(({ type }) => type);
const paymentTypes = ["charge.succeeded", "checkout.session.completed", "payment_intent.succeeded"];

async function pay({ client, stripe }: Pick<World, "client" | "stripe">, email = "hannah@example.com") {
  const { id } = await client.checkout.sessions.create(aCheckout({ customer_email: email }));
  await stripe.control.payNow(id);
  return id;
}

test("sends an event at once, signed as the SDK verifies it", async ({ world }) => {
  const id = await pay(world);
  const events = await world.receiver.until((all) => all.length === 3);
  expect(typesOf(events).sort()).toEqual(paymentTypes);

  for (const { body, signature, contentType } of world.receiver.deliveries) {
    expect(contentType).toBe("application/json; charset=utf-8");
    const event = world.client.webhooks.constructEvent(body, signature, world.stripe.webhookSecret);
    expect(event).toMatchObject({ object: "event", livemode: false, api_version: Stripe.API_VERSION });
    expect(() => world.client.webhooks.constructEvent(`${body} `, signature, world.stripe.webhookSecret)).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
    expect(() => world.client.webhooks.constructEvent(body, signature, "whsec_other")).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
  }
  const completed = events.find(({ type }) => type === "checkout.session.completed");
  expect(completed?.data.object).toMatchObject({
    id,
    payment_status: "paid",
    metadata: { bookingId: "booking-1" },
    client_reference_id: "booking-1",
  });
});

test("sends an event again until it is accepted, and then stops", async ({ world }) => {
  let refusals = 2;
  world.receiver.answerWith(({ type }) => (type === "checkout.session.completed" && refusals-- > 0 ? 500 : 200));
  await pay(world);
  await world.receiver.until((all) => all.length === 5);
  await expect
    .poll(async () => (await world.stripe.control.state()).events.every(({ isDelivered }) => isDelivered))
    .toBe(true);

  const { events } = await world.stripe.control.state();
  const completed = events.find(({ type }) => type === "checkout.session.completed");
  expect(completed?.attempts.map(({ outcomes }) => outcomes)).toEqual([
    [{ status: 500 }],
    [{ status: 500 }],
    [{ status: 200 }],
  ]);
  expect(await world.client.events.retrieve(completed!.id)).toMatchObject({ pending_webhooks: 0 });
  const bodies = world.receiver.deliveries.filter(({ body }) => body.includes(completed!.id)).map(({ body }) => body);
  expect(new Set(bodies).size).toBe(1);
});

test("records an unreachable receiver as a failed delivery", async ({ world }) => {
  const { stripe, startAnother } = world;
  await stripe.stop();
  const lonely = await startAnother({ webhookUrl: "http://127.0.0.1:4199/closed" });
  await pay({ client: clientOf(lonely), stripe: lonely });
  await expect
    .poll(async () => (await lonely.control.state()).events.map(({ attempts }) => attempts.length > 0))
    .toEqual([true, true, true]);
  const { events } = await lonely.control.state();
  expect(events.every(({ isDelivered }) => !isDelivered)).toBe(true);
  expect(events[0]?.attempts[0]?.outcomes[0]).toMatchObject({
    error: expect.stringContaining("ECONNREFUSED") as string,
  });
});

test("keeps held events until they are released, then sends them in the requested order", async ({ world }) => {
  const { control } = world.stripe;
  await control.hold({ email: "Hannah@example.com" });
  await pay(world);
  await pay(world, "noor@example.com");
  await world.receiver.until((all) => all.length === 3);
  const held = await control.state({ email: "hannah@example.com" });
  expect(held.events.map(({ isHeld, attempts }) => [isHeld, attempts.length])).toEqual([
    [true, 0],
    [true, 0],
    [true, 0],
  ]);

  const released = await control.release({ email: "hannah@example.com", order: "reverse" });
  expect(released.map(({ id }) => id)).toEqual(held.events.map(({ id }) => id).reverse());
  expect(
    world.receiver
      .events()
      .slice(3)
      .map(({ id }) => id),
  ).toEqual(released.map(({ id }) => id));

  await pay(world);
  await world.receiver.until((all) => all.length === 9);
});

test("sends a held event many times at once on request", async ({ world }) => {
  const { control } = world.stripe;
  await control.hold({});
  await pay(world);
  let waiting = 0;
  let mostAtOnce = 0;
  const letGo: (() => void)[] = [];
  world.receiver.answerWith(async () => {
    waiting += 1;
    mostAtOnce = Math.max(mostAtOnce, waiting);
    await new Promise<void>((resolve) => {
      letGo.push(resolve);
      if (letGo.length % 5 === 0) letGo.forEach((go) => go());
    });
    waiting -= 1;
    return 200;
  });
  const { events } = await control.state();
  const completed = events.find(({ type }) => type === "checkout.session.completed");
  await control.release({ order: [completed!.id], copies: 5 });

  expect(world.receiver.events().map(({ id }) => id)).toEqual(Array(5).fill(completed!.id));
  expect(mostAtOnce).toBe(5);
  const after = await control.state();
  expect(after.events.map(({ type, isHeld, isDelivered }) => [type, isHeld, isDelivered])).toEqual([
    ["charge.succeeded", true, false],
    ["payment_intent.succeeded", true, false],
    ["checkout.session.completed", false, true],
  ]);
});

test("sends a delivered event again on request", async ({ world }) => {
  await pay(world);
  const [first] = await world.receiver.until((all) => all.length === 3);
  await expect
    .poll(async () => (await world.stripe.control.state()).events.every((event) => event.isDelivered))
    .toBe(true);
  await world.stripe.control.release({ order: [first!.id] });
  expect(world.receiver.events().filter(({ id }) => id === first!.id)).toHaveLength(2);
});

test("repeats and delays later events by a rule", async ({ world }) => {
  const { control } = world.stripe;
  await control.webhooks({ email: "hannah@example.com", copies: 2, delayMs: 300 });
  const begin = performance.now();
  await pay(world);
  const events = await world.receiver.until((all) => all.length === 6);
  expect(performance.now() - begin).toBeGreaterThanOrEqual(300);
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

test("keeps undelivered events over a restart", async ({ world }) => {
  const { receiver, stripe, startAnother } = world;
  receiver.answerWith(() => 503);
  await pay(world);
  await receiver.until((all) => new Set(all.map(({ id }) => id)).size === 3);
  await stripe.stop();
  const before = receiver.deliveries.length;
  receiver.answerWith(() => 200);
  await startAnother();
  const events = await receiver.until((all) => new Set(all.slice(before).map(({ id }) => id)).size === 3);
  expect(typesOf(events.slice(before)).sort()).toEqual(paymentTypes);
});

test("waits for the delivery in progress before it stops", async ({ world }) => {
  const { receiver, stripe } = world;
  let answer: (status: number) => void = () => undefined;
  const answered = new Promise<number>((resolve) => (answer = resolve));
  receiver.answerWith(() => answered);
  await pay(world);
  await receiver.until((all) => all.length === 3);
  let isStopped = false;
  const stopped = stripe.stop().then(() => (isStopped = true));
  await world.startAnother(); // claims nothing of what the first one is sending
  expect(isStopped).toBe(false);
  answer(200);
  await stopped;
  expect((await stripe.control.state()).events.map(({ isDelivered }) => isDelivered)).toEqual([true, true, true]);
  expect(receiver.deliveries).toHaveLength(3);
});

test("sends each event once from two processes", async ({ world }) => {
  const others = await Promise.all([world.startAnother(), world.startAnother()]);
  const processes = [world.stripe, ...others].map((stripe) => ({ stripe, client: clientOf(stripe) }));
  await Promise.all(Array.from({ length: 9 }, (_, index) => pay(processes[index % 3]!)));
  await expect
    .poll(async () => (await world.stripe.control.state()).events.filter(({ isDelivered }) => isDelivered).length)
    .toBe(27);
  const ids = world.receiver.events().map(({ id }) => id);
  expect(new Set(ids).size).toBe(27);
  expect(ids).toHaveLength(27);
});

test("sends an event claimed by a process that died", async ({ world, db }) => {
  const { receiver, stripe, client } = world;
  await stripe.control.hold({});
  await pay({ client, stripe });
  await db.execute(sql`
    update local_stripe.events set is_held = false, claimed_until = now() + interval '400 milliseconds'`);
  const events = await receiver.until((all) => all.length === 3);
  expect(typesOf(events).sort()).toEqual(paymentTypes);
});
