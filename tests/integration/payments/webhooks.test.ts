import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { readBody } from "@server/http/read-body";
import { webhooksRouter } from "@server/http/webhooks";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { aHold, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

/** Posts an event over HTTP, signed with the given secret. */
async function post({ services }: TestApp, body: object, secret = services.stripe.webhookSecret) {
  const server = createServer(express().use("/webhooks", readBody(), webhooksRouter(services)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const payload = JSON.stringify(body);
  const signature = services.stripe.client.webhooks.generateTestHeaderString({ payload, secret });
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
      body: payload,
    });
  } finally {
    server.close();
  }
}

const event = (id: string, claims: object = {}) => ({
  id: "evt_1",
  object: "event",
  type: "checkout.session.completed",
  data: { object: { id, object: "checkout.session", ...claims } },
});

test("refuses an event signed with another secret, and reports it on the payments page", async ({ app }) => {
  const { checkoutId } = await aHold(app, await aSession(app.db));
  const health = async () => (await listLedger(app.services, { page: 1 })).webhooks;
  expect(await health()).toEqual({
    lastEvent: null,
    badSignatures: 0,
    lastBadSignature: null,
    isSecretSuspect: false,
    isSilent: true,
    lastThinEvent: null,
  });
  expect((await post(app, event(checkoutId), "whsec_of_another_site")).status).toBe(400);
  await expect.poll(health).toMatchObject({ lastEvent: null, badSignatures: 1, isSecretSuspect: false });
  app.clock.moveBy(3);
  expect((await post(app, event(checkoutId))).status).toBe(200);
  await expect.poll(health).toMatchObject({ lastEvent: "less than a minute ago", lastBadSignature: "3 minutes ago" });
  expect(await health()).toMatchObject({ badSignatures: 1, isSecretSuspect: false, isSilent: false });
});

test("reports a wrong secret after several bad signatures and no good event for an hour", async ({ app }) => {
  const aGoodEvent = () => post(app, event("cs_test_none"));
  const isSuspect = async () => (await listLedger(app.services, { page: 1 })).webhooks.isSecretSuspect;
  const forge = async (times: number) => {
    const { badSignatures: before } = (await listLedger(app.services, { page: 1 })).webhooks;
    for (let count = 0; count < times; count += 1) await post(app, event("cs_test_none"), "whsec_of_another_site");
    const count = async () => (await listLedger(app.services, { page: 1 })).webhooks.badSignatures;
    await expect.poll(count).toBe(before + times);
  };
  await forge(3);
  expect(await isSuspect()).toBe(true);
  await aGoodEvent();
  await expect.poll(isSuspect).toBe(false);
  app.clock.moveBy(90);
  await forge(2);
  expect(await isSuspect()).toBe(false);
  await forge(1);
  expect(await isSuspect()).toBe(true);
  await aGoodEvent();
  await expect.poll(isSuspect).toBe(false);
  await forge(3);
  expect(await isSuspect()).toBe(false);
});

test.for([
  ["checkout.session.completed", "cs_test_none"],
  ["charge.refunded", "ch_none"],
  ["refund.updated", "re_none"],
  ["charge.dispute.updated", "dp_none"],
  ["radar.early_fraud_warning.created", "issfr_none"],
] as const)("accepts %s about an object that Stripe does not have", async ([type, id], { app }) => {
  expect((await post(app, { ...event(id), type })).status).toBe(200);
});

test("asks for another delivery when the object is missing elsewhere or the event is of the other mode", async ({
  app,
}) => {
  const { checkoutId } = await aHold(app, await aSession(app.db));
  expect((await post(app, { ...event(checkoutId), livemode: true })).status).toBe(500);
  expect((await post(app, { ...event("cs_live_none"), livemode: true })).status).toBe(500);
  expect((await post(app, { id: "evt_1", object: "event", type: "refund.updated" })).status).toBe(500);
  await app.stripe.control.fail({ operation: "checkout.sessions.retrieve", status: 404, times: 3 });
  expect((await post(app, event(checkoutId))).status).toBe(500); // a 404 that does not say what is missing
});

test("names a thin event as such, not as a bad signature", async ({ app }) => {
  const thin = { id: "evt_1", object: "v2.core.event", type: "v1.invoice.paid", related_object: { id: "in_1" } };
  const answer = await post(app, thin);
  expect([answer.status, await answer.json()]).toEqual([400, { error: "This is a thin event. Send snapshots." }]);
  const health = async () => (await listLedger(app.services, { page: 1 })).webhooks;
  await expect.poll(health).toMatchObject({ badSignatures: 0, lastThinEvent: "less than a minute ago" });
  app.clock.moveBy(25 * 60);
  expect(await health()).toMatchObject({ lastThinEvent: null });
});

test("asks Stripe about the object of an event instead of trusting the event", async ({ app }) => {
  const { checkoutId, bookingId } = await aHold(app, await aSession(app.db));
  const answer = await post(app, event(checkoutId, { payment_status: "paid", status: "complete" }));
  expect(answer.status).toBe(200);
  expect(await app.as().bookings.getConfirmation({ bookingId })).toMatchObject({ state: "pending" });
});

test("answers 5xx while Stripe can't be asked, so that the event is sent again", async ({ app }) => {
  const { checkoutId } = await aHold(app, await aSession(app.db));
  await app.stripe.control.fail({ operation: "checkout.sessions.retrieve", status: 503, times: 3 });
  expect((await post(app, event(checkoutId))).status).toBe(500);
  expect((await post(app, event(checkoutId))).status).toBe(200);
});

test("accepts events of other types and changes nothing", async ({ app }) => {
  const other = { id: "evt_2", object: "event", type: "customer.created", data: { object: { id: "cus_1" } } };
  expect((await post(app, other)).status).toBe(200);
});
