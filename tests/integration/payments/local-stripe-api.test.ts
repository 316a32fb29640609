import { describe } from "vitest";
import { aCheckout, aLineItem, clientOf, expect, refusalOf, test } from "./local-stripe-world";

describe("authentication", () => {
  test("refuses no key and a wrong key, and accepts a key by Basic auth", async ({ world: { stripe } }) => {
    const address = `http://${stripe.client.host}:${stripe.client.port}/v1/refunds`;
    const basic = (key: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
    });

    const without = await fetch(address);
    expect(without.status).toBe(401);
    expect(without.headers.get("request-id")).toMatch(/^req_/);
    expect(await without.json()).toMatchObject({
      error: {
        type: "invalid_request_error",
        message: expect.stringContaining("You did not provide an API key.") as string,
      },
    });
    const wrong = await fetch(address, basic("sk_test_wrongwrong1234"));
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({
      error: { message: "Invalid API Key provided: sk_test_**********1234" },
    });
    const right = await fetch(address, basic(stripe.secretKey));
    expect(right.status).toBe(200);
  });

  test("returns the request id and the version", async ({ world: { stripe } }) => {
    const client = clientOf(stripe, { apiVersion: undefined });
    const { lastResponse } = await client.refunds.list();
    expect(lastResponse.requestId).toMatch(/^req_[A-Za-z0-9]{14}$/);
    expect(lastResponse.apiVersion).toBe(client.getApiField("version"));
  });
});

describe("unknown things", () => {
  test("refuses an unknown address", async ({ world: { client } }) => {
    const refusal = await refusalOf(client.coupons.list());
    expect(refusal).toMatchObject({ statusCode: 404, rawType: "invalid_request_error" });
    expect(refusal.message).toContain("Unrecognized request URL (GET: /v1/coupons).");
  });

  test("refuses an unknown object of each kind", async ({ world: { client } }) => {
    const calls = [
      [() => client.checkout.sessions.retrieve("cs_test_none"), "No such checkout.session: 'cs_test_none'"],
      [() => client.checkout.sessions.expire("cs_test_none"), "No such checkout.session: 'cs_test_none'"],
      [() => client.checkout.sessions.listLineItems("cs_test_none"), "No such checkout.session: 'cs_test_none'"],
      [() => client.paymentIntents.retrieve("pi_none"), "No such payment_intent: 'pi_none'"],
      [() => client.charges.retrieve("ch_none"), "No such charge: 'ch_none'"],
      [() => client.refunds.retrieve("re_none"), "No such refund: 're_none'"],
      [() => client.events.retrieve("evt_none"), "No such event: 'evt_none'"],
      [() => client.refunds.list({ starting_after: "re_none" }), "No such refund: 're_none'"],
      [() => client.refunds.create({ payment_intent: "pi_none" }), "No such payment_intent: 'pi_none'"],
    ] as const;
    for (const [call, message] of calls) {
      expect(await refusalOf(call())).toMatchObject({ statusCode: 404, code: "resource_missing", message });
    }
  });
});

describe("checkout session parameters", () => {
  test.for([
    ["no success address", { success_url: undefined }, "parameter_missing", "success_url"],
    ["an invalid success address", { success_url: "here" }, "url_invalid", "success_url"],
    ["no line items", { line_items: undefined }, "parameter_missing", "line_items"],
    ["no mode", { mode: undefined }, "parameter_missing", "mode"],
    ["another mode", { mode: "setup" as const }, undefined, "mode"],
    ["another kind of page", { ui_mode: "elements" as const }, undefined, "ui_mode"],
    ["an invalid e-mail address", { customer_email: "hannah" }, "email_invalid", "customer_email"],
    [
      "an unknown parameter",
      { after_expiration: { recovery: { enabled: true } } },
      "parameter_unknown",
      "after_expiration",
    ],
    [
      "half a penny",
      { line_items: [aLineItem({ amount: 1440.5 })] },
      "parameter_invalid_integer",
      "line_items[0][price_data][unit_amount]",
    ],
    [
      "an unknown currency",
      { line_items: [aLineItem({ currency: "chf" })] },
      undefined,
      "line_items[0][price_data][currency]",
    ],
    ["long metadata", { metadata: { note: "x".repeat(501) } }, undefined, "metadata[note]"],
  ] as const)("refuses %s", async ([, values, code, param], { world: { client } }) => {
    const refusal = await refusalOf(client.checkout.sessions.create(aCheckout(values as object)));
    expect(refusal).toMatchObject({ statusCode: 400, rawType: "invalid_request_error", code, param });
  });

  test.for([
    ["gbp", 29, "£0.30 gbp"],
    ["eur", 49, "€0.50 eur"],
    ["usd", 49, "$0.50 usd"],
  ] as const)(
    "refuses a total under the minimum in %s and accepts the minimum",
    async ([currency, amount, least], { world }) => {
      const create = (minor: number) =>
        world.client.checkout.sessions.create(aCheckout({ line_items: [aLineItem({ amount: minor, currency })] }));
      expect(await refusalOf(create(amount))).toMatchObject({
        statusCode: 400,
        code: "amount_too_small",
        message: `The Checkout Session's total amount due must add up to at least ${least}`,
      });
      expect(await create(amount + 1)).toMatchObject({ amount_total: amount + 1, currency });
    },
  );

  test("allows a lifetime of 30 minutes to 24 hours and refuses a second less or more", async ({
    world: { client, clock },
  }) => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const create = (seconds: number) => client.checkout.sessions.create(aCheckout({ expires_at: now + seconds }));

    expect(await refusalOf(create(1799))).toMatchObject({
      statusCode: 400,
      param: "expires_at",
      message: "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
    });
    expect((await create(1800)).expires_at).toBe(now + 1800);
    expect((await create(86_400)).expires_at).toBe(now + 86_400);
    expect(await refusalOf(create(86_401))).toMatchObject({
      message: "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
    });
  });
});

describe("lists", () => {
  test("list sessions newest first, after a given session and within a period", async ({
    world: { client, clock },
  }) => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await client.checkout.sessions.create(aCheckout())).id);
      clock.moveBy(60);
    }
    const first = await client.checkout.sessions.list({ limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const rest = await client.checkout.sessions.list({ limit: 3, starting_after: ids[1]! });
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(rest.has_more).toBe(false);
    const before = await client.checkout.sessions.list({ limit: 2, ending_before: ids[3]! });
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const since = first.data[1]!.created;
    const recent = await client.checkout.sessions.list({ created: { gte: since } });
    expect(recent.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const all: string[] = [];
    for await (const { id } of client.checkout.sessions.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });

  test("apply the filters", async ({ world: { client, stripe } }) => {
    const paid = await client.checkout.sessions.create(aCheckout());
    await client.checkout.sessions.create(aCheckout());
    const { session } = await stripe.control.payNow(paid.id);
    const byIntent = await client.checkout.sessions.list({ payment_intent: session!.payment_intent! });
    expect(byIntent.data.map(({ id }) => id)).toEqual([paid.id]);
    const byStatus = await client.checkout.sessions.list({ status: "complete" });
    expect(byStatus.data.map(({ id }) => id)).toEqual([paid.id]);
    const intents = await client.paymentIntents.list();
    expect(intents.data.map(({ id }) => id)).toEqual([session!.payment_intent]);
  });
});
