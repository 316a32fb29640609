import { sql } from "drizzle-orm";
import { aCheckout, aLineItem, clientOf, expect, refusalOf, test } from "./local-stripe-world";

test("returns the first answer for the same key and parameters, without repeating the work", async ({
  world: { client, stripe },
}) => {
  const first = await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  const second = await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });

  expect(second).toEqual(first);
  expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
  expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect(second.lastResponse.headers["original-request"]).toBe(first.lastResponse.requestId);
  expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  expect((await stripe.control.state()).sessions).toHaveLength(1);
});

test("keeps an answer as it was first given", async ({ world: { client } }) => {
  const first = await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  await client.checkout.sessions.expire(first.id);
  const again = await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  expect(again.status).toBe("open");
});

test("repeats the work for another key", async ({ world: { client, stripe } }) => {
  await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-2" });
  expect((await stripe.control.state()).sessions).toHaveLength(2);
});

test("refuses the same key with other parameters or another path", async ({ world: { client } }) => {
  const { id } = await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  const other = aCheckout({ line_items: [aLineItem({ amount: 1800 })] });
  expect(await refusalOf(client.checkout.sessions.create(other, { idempotencyKey: "payment-1" }))).toMatchObject({
    type: "StripeIdempotencyError",
    statusCode: 400,
    rawType: "idempotency_error",
    message:
      "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'payment-1' if you meant to execute a different request.",
  });
  const elsewhere = await refusalOf(client.checkout.sessions.expire(id, {}, { idempotencyKey: "payment-1" }));
  expect(elsewhere).toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  expect(elsewhere.message).toContain(`('/v1/checkout/sessions' vs '/v1/checkout/sessions/${id}/expire')`);
});

test("refuses a key whose first request is still in progress", async ({ world: { client, stripe }, db }) => {
  const create = () => client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  let first: ReturnType<typeof create> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table local_stripe.objects in share mode`); // the first request can't write its session
    first = create();
    const keys = async () => (await db.execute(sql`select key from local_stripe.idempotency_keys`)).rows;
    await expect.poll(keys).toHaveLength(1);
    expect(await refusalOf(create())).toMatchObject({
      statusCode: 409,
      rawType: "idempotency_error",
      code: "idempotency_key_in_use",
      message: expect.stringContaining("There is currently another in-progress request") as string,
    });
  });
  const session = await first;
  expect((await create()).id).toBe(session?.id);
  expect((await stripe.control.state()).sessions).toHaveLength(1);
});

test("creates one session from many simultaneous requests with one key", async ({ world: { client, stripe } }) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1", maxNetworkRetries: 3 }),
    ),
  );
  const ids = outcomes.map((outcome) =>
    outcome.status === "fulfilled" ? outcome.value.id : (outcome.reason as unknown),
  );
  expect(new Set(ids).size).toBe(1);
  expect((await stripe.control.state()).sessions.map(({ id }) => id)).toEqual([ids[0]]);
});

test("frees the key of a malformed request, but not of a refused one", async ({ world: { client, stripe } }) => {
  const malformed = client.checkout.sessions.create(aCheckout({ success_url: "here" }), {
    idempotencyKey: "payment-1",
  });
  expect(await refusalOf(malformed)).toMatchObject({ code: "url_invalid" });
  const { id } = await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });

  await stripe.control.payNow(id);
  await refusalOf(client.checkout.sessions.expire(id, {}, { idempotencyKey: "expire-1" }));
  const again = await refusalOf(client.checkout.sessions.expire(id, {}, { idempotencyKey: "expire-1" }));
  expect(again.headers).toMatchObject({ "idempotent-replayed": "true" });
});

test("takes over a key whose process died", async ({ world: { client }, db }) => {
  await db.execute(sql`
    insert into local_stripe.idempotency_keys (key, endpoint, parameters, request_id, locked_until)
    values ('payment-1', '/v1/checkout/sessions', 'x', 'req_dead', now() - interval '1 second')`);
  const session = await client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  expect(session.status).toBe("open");
});

test("shares the keys with another process on the same database", async ({ world }) => {
  const first = await world.client.checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  const other = await world.startAnother();
  expect(other.secretKey).toBe(world.stripe.secretKey);
  expect(other.webhookSecret).toBe(world.stripe.webhookSecret);
  expect(other.client.port).not.toBe(world.stripe.client.port);
  const second = await clientOf(other).checkout.sessions.create(aCheckout(), { idempotencyKey: "payment-1" });
  expect(second.id).toBe(first.id);
});

test("creates one schema and one set of secrets when processes start at once on a new database", async ({
  world,
  db,
}) => {
  await world.stripe.stop();
  await db.execute(sql`drop schema local_stripe cascade`);
  const processes = await Promise.all(Array.from({ length: 4 }, () => world.startAnother()));
  expect(new Set(processes.map(({ secretKey }) => secretKey)).size).toBe(1);
  expect(new Set(processes.map(({ webhookSecret }) => webhookSecret)).size).toBe(1);
  const session = await clientOf(processes[3]!).checkout.sessions.create(aCheckout());
  expect(await clientOf(processes[0]!).checkout.sessions.retrieve(session.id)).toMatchObject({ id: session.id });
});
