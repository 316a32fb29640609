import { aCheckout, expect, refusalOf, test } from "./local-stripe-world";

test("expires an open session on demand, once, with an event", async ({ world: { client, receiver } }) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  expect(await client.checkout.sessions.expire(id)).toMatchObject({ id, status: "expired", url: null });

  const [event] = await receiver.until((events) => events.length === 1);
  expect(event).toMatchObject({ type: "checkout.session.expired", data: { object: { id, status: "expired" } } });
  expect(event?.request?.id).toMatch(/^req_/);
  expect(await refusalOf(client.checkout.sessions.expire(id))).toMatchObject({
    statusCode: 400,
    message:
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
  });
});

test("refuses to expire a paid session", async ({ world: { client, stripe } }) => {
  const { id } = await client.checkout.sessions.create(aCheckout());
  await stripe.control.payNow(id);
  const refusal = await refusalOf(client.checkout.sessions.expire(id));
  expect(refusal.message).toContain("This Checkout Session has a status of `complete`.");
  expect(await client.checkout.sessions.retrieve(id)).toMatchObject({ status: "complete" });
});

test("expires a session by time, refuses its payment and sends one event", async ({ world }) => {
  const { client, clock, stripe, receiver } = world;
  const expires_at = Math.floor(clock.now().getTime() / 1000) + 1800;
  const { id } = await client.checkout.sessions.create(aCheckout({ expires_at }));
  await stripe.control.declineNow(id);
  clock.moveBy(1799);
  expect(await client.checkout.sessions.retrieve(id)).toMatchObject({ status: "open" });
  clock.moveBy(1);

  expect(await stripe.control.payNow(id)).toMatchObject({ result: "expired", session: { status: "expired" } });
  const [session] = (await client.checkout.sessions.list({ expand: ["data.payment_intent"] })).data;
  expect(session).toMatchObject({ id, status: "expired", url: null, payment_intent: { status: "canceled" } });
  const events = await receiver.until((all) => all.some(({ type }) => type === "checkout.session.expired"));
  expect(events.map(({ type }) => type).sort()).toEqual(["checkout.session.expired", "payment_intent.payment_failed"]);
  const { events: known } = await stripe.control.state();
  expect(known.filter(({ type }) => type === "checkout.session.expired")).toHaveLength(1);
});

test("expires a session that is never read", async ({ world: { client, clock, receiver } }) => {
  const expires_at = Math.floor(clock.now().getTime() / 1000) + 1800;
  const { id } = await client.checkout.sessions.create(aCheckout({ expires_at }));
  clock.moveBy(1801);
  const [event] = await receiver.until((events) => events.length === 1);
  expect(event).toMatchObject({ type: "checkout.session.expired", data: { object: { id } } });
});
