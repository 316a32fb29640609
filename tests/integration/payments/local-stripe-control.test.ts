import { describe } from "vitest";
import { aCheckout, clientOf, expect, refusalOf, test, type World } from "./local-stripe-world";

const create = ({ client }: Pick<World, "client">, email: string, idempotencyKey?: string) =>
  client.checkout.sessions.create(aCheckout({ customer_email: email }), idempotencyKey ? { idempotencyKey } : {});

describe("failures on demand", () => {
  test("hit one customer, the requested number of times", async ({ world }) => {
    await world.stripe.control.fail({
      operation: "checkout.sessions.create",
      email: "Ada@example.com",
      times: 2,
      status: 500,
    });
    expect(await create(world, "hannah@example.com")).toMatchObject({ status: "open" });
    expect(await refusalOf(create(world, "ada@example.com"))).toMatchObject({ statusCode: 500, rawType: "api_error" });
    expect(await refusalOf(create(world, "ada@example.com"))).toMatchObject({ statusCode: 500 });
    expect(await create(world, "ada@example.com")).toMatchObject({ status: "open" });
  });

  test("hit one session, at the named operation", async ({ world }) => {
    const [first, second] = [await create(world, "ada@example.com"), await create(world, "ada@example.com")];
    await world.stripe.control.fail({ operation: "checkout.sessions.expire", sessionId: first.id, status: 503 });
    const { sessions } = world.client.checkout;
    expect(await sessions.retrieve(first.id)).toMatchObject({ status: "open" });
    expect(await sessions.expire(second.id)).toMatchObject({ status: "expired" });
    expect(await refusalOf(sessions.expire(first.id))).toMatchObject({ statusCode: 503 });
    expect(await sessions.expire(first.id)).toMatchObject({ status: "expired" });
  });

  test("find the customer of a refund", async ({ world }) => {
    const { id } = await create(world, "ada@example.com");
    const { session } = await world.stripe.control.payNow(id);
    await world.stripe.control.fail({ operation: "refunds.create", email: "ada@example.com", status: 402 });
    const refund = () => world.client.refunds.create({ payment_intent: session!.payment_intent! });
    expect(await refusalOf(refund())).toMatchObject({ type: "StripeCardError", code: "card_declined" });
    expect(await refund()).toMatchObject({ status: "succeeded" });
  });

  test("store a 500 under its key, so that the client asks once", async ({ world }) => {
    const client = clientOf(world.stripe, { maxNetworkRetries: 2 });
    await world.stripe.control.fail({ operation: "checkout.sessions.create", status: 500 });
    expect(await refusalOf(create({ client }, "ada@example.com", "payment-1"))).toMatchObject({ statusCode: 500 });
    const again = await refusalOf(create({ client }, "ada@example.com", "payment-1"));
    expect(again).toMatchObject({ statusCode: 500, headers: { "idempotent-replayed": "true" } });
    expect((await world.stripe.control.state()).sessions).toEqual([]);
  });

  test("answer 503 before the key is stored, so that the client's next try succeeds", async ({ world }) => {
    const client = clientOf(world.stripe, { maxNetworkRetries: 1 });
    await world.stripe.control.fail({ operation: "checkout.sessions.create", status: 503 });
    expect(await create({ client }, "ada@example.com", "payment-1")).toMatchObject({ status: "open" });
  });

  test("leave nothing behind after a closed connection", async ({ world }) => {
    await world.stripe.control.fail({ operation: "*", drop: true, times: 2 }); // the client tries a closed one again
    expect(await refusalOf(create(world, "ada@example.com"))).toMatchObject({ type: "StripeConnectionError" });
    expect((await world.stripe.control.state()).sessions).toEqual([]);
  });

  test("return a lost answer again under its key", async ({ world }) => {
    await world.stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true });
    const session = await create(world, "ada@example.com", "payment-1");
    expect(session.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect((await world.stripe.control.state()).sessions.map(({ id }) => id)).toEqual([session.id]);
  });

  test("keep the work done after a 500 that follows it", async ({ world }) => {
    await world.stripe.control.fail({ operation: "checkout.sessions.create", status: 500, afterEffect: true });
    expect(await refusalOf(create(world, "ada@example.com", "payment-1"))).toMatchObject({ statusCode: 500 });
    expect((await world.stripe.control.state()).sessions).toHaveLength(1);
    expect(await refusalOf(create(world, "ada@example.com", "payment-1"))).toMatchObject({ statusCode: 500 });
    expect((await world.stripe.control.state()).sessions).toHaveLength(1);
  });

  test("create a session without an address", async ({ world }) => {
    await world.stripe.control.fail({ operation: "checkout.sessions.create", withoutUrl: true });
    const session = await create(world, "ada@example.com");
    expect(session).toMatchObject({ status: "open", url: null });
    expect((await world.client.checkout.sessions.retrieve(session.id)).url).toContain(session.id);
  });
});

describe("over HTTP", () => {
  const command = async (siteUrl: string, body: unknown, headers = {}) => {
    const response = await fetch(`${siteUrl}/dev/stripe/control`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  test("accepts every command and returns the state", async ({ world }) => {
    const { siteUrl, receiver } = world;
    const email = "ada@example.com";
    expect(await command(siteUrl, { hold: { email } })).toMatchObject({ status: 200 });
    const { id } = await create(world, email);
    await create(world, "hannah@example.com");
    expect(JSON.parse((await command(siteUrl, { declineNow: { sessionId: id } })).text)).toMatchObject({
      result: { result: "declined" },
    });
    expect(JSON.parse((await command(siteUrl, { payNow: { sessionId: id } })).text)).toMatchObject({
      result: { result: "paid", session: { payment_status: "paid" } },
    });
    const released = await command(siteUrl, { release: { email, order: "reverse", copies: 2 } });
    expect(JSON.parse(released.text)).toMatchObject({ result: [{ type: "checkout.session.completed" }, {}, {}, {}] });
    expect(receiver.deliveries).toHaveLength(8);

    const response = await fetch(`${siteUrl}/dev/stripe/state?email=ada@example.com`);
    const state = (await response.json()) as Record<string, { attempts: unknown[] }[]>;
    expect(Object.entries(state).map(([name, list]) => [name, list.length])).toEqual([
      ["sessions", 1],
      ["lineItems", 1],
      ["intents", 1],
      ["charges", 2],
      ["refunds", 0],
      ["disputes", 0],
      ["warnings", 0],
      ["payouts", 0],
      ["customers", 0],
      ["subscriptions", 0],
      ["invoices", 0],
      ["events", 4],
    ]);
    expect(state.events?.[3]?.attempts).toMatchObject([{ outcomes: [{ status: 200 }, { status: 200 }] }]);

    const refund = await command(siteUrl, { refund: { sessionId: id, amount: 1, status: "pending" } });
    const { result } = JSON.parse(refund.text) as { result: { id: string } };
    await command(siteUrl, { settleRefund: { refundId: result.id, status: "failed" } });
    expect(JSON.parse((await command(siteUrl, { dispute: { sessionId: id } })).text)).toMatchObject({
      result: { status: "needs_response" },
    });
    const { disputes } = await world.stripe.control.state({ email });
    await command(siteUrl, { moveDispute: { disputeId: disputes[0]!.id, status: "lost" } });
    await command(siteUrl, { warnOfFraud: { sessionId: id } });
    const later = await create(world, email);
    await command(siteUrl, { payLater: { sessionId: later.id } });
    await command(siteUrl, { settleLater: { sessionId: later.id, status: "failed" } });
    expect(await world.stripe.control.state({ email })).toMatchObject({
      refunds: [{ status: "failed" }],
      disputes: [{ status: "lost" }],
      warnings: [{ actionable: false }],
      sessions: [{}, { status: "complete", payment_status: "unpaid" }],
    });
    const elsewhere = await command(siteUrl, { payElsewhere: { amount: 5000, isWithoutIntent: true } });
    expect(JSON.parse(elsewhere.text)).toMatchObject({ result: { amount: 5000, payment_intent: null } });

    const paidOut = JSON.parse((await command(siteUrl, { payOut: {} })).text) as { result: { id: string }[] };
    const failed = await command(siteUrl, { failPayout: { payoutId: paidOut.result[0]!.id } });
    expect(JSON.parse(failed.text)).toMatchObject({ result: { status: "failed" } });

    await command(siteUrl, { fail: { operation: "checkout.sessions.retrieve", status: 429 } });
    expect(await refusalOf(world.client.checkout.sessions.retrieve(id))).toMatchObject({
      type: "StripeRateLimitError",
    });
    await command(siteUrl, { webhooks: { copies: 2 } });
    await command(siteUrl, { reset: {} });
    expect((await world.stripe.control.state()).sessions).toEqual([]);
  });

  test("refuses unknown commands", async ({ world: { siteUrl } }) => {
    expect(await command(siteUrl, { fail: { operation: "coffee" } })).toMatchObject({ status: 400 });
    expect(await command(siteUrl, { explode: {} })).toMatchObject({ status: 400 });
    expect(await command(siteUrl, {})).toMatchObject({ status: 400 });
    expect(await command(siteUrl, { hold: {}, release: {} })).toMatchObject({ status: 400 });
  });

  test("refuses requests through a proxy", async ({ world: { siteUrl } }) => {
    const headers = { "x-forwarded-for": "203.0.113.7" };
    expect(await command(siteUrl, { reset: {} }, headers)).toMatchObject({ status: 404 });
    expect((await fetch(`${siteUrl}/dev/stripe/state`, { headers })).status).toBe(404);
  });
});
