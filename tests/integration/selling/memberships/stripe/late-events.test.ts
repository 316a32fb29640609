import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { disputes, refunds } from "@db/schema";
import { readBody } from "@server/http/read-body";
import { webhooksRouter } from "@server/http/webhooks";
import { reconcilePayments } from "@server/payments/reconcile";
import express from "express";
import { idOf, joinAtStripe, paidPurchases, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Posts a signed event over HTTP, and returns the status of the answer. */
async function post({ services }: TestApp, event: object): Promise<number> {
  const server = createServer(express().use("/webhooks", readBody(), webhooksRouter(services)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { client, webhookSecret: secret } = services.stripe;
  const payload = JSON.stringify(event);
  const headers = { "Stripe-Signature": client.webhooks.generateTestHeaderString({ payload, secret }) };
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
    return (await fetch(url, { method: "POST", headers, body: payload })).status;
  } finally {
    server.close();
  }
}

const eventOf = (type: string, object: object) => ({ id: "evt_1", object: "event", type, data: { object } });

/** Joins, and lets Stripe renew it without a word. */
async function renewed(app: TestApp) {
  await app.stripe.control.hold({});
  const joined = await joinAtStripe(app);
  await passDays(app, 32);
  const { data } = await app.services.stripe.client.invoices.list({ subscription: joined.reference });
  return { ...joined, invoice: data[0]! };
}

test("grants a renewal of which an event of an older version tells", async ({ app }) => {
  const { invoice, reference } = await renewed(app);
  // As before 2025-03-31.basil: the subscription stands on the invoice itself.
  const older = { id: invoice.id, object: "invoice", status: "paid", subscription: reference, paid: true };
  expect(await post(app, eventOf("invoice.paid", older))).toBe(200);
  expect(await paidPurchases(app)).toHaveLength(2);
});

/** Returns the charge by which an invoice was paid. */
async function chargeOf(app: TestApp, invoice: string): Promise<string> {
  const { invoicePayments, paymentIntents } = app.services.stripe.client;
  const { data } = await invoicePayments.list({ invoice });
  const { latest_charge: charge } = await paymentIntents.retrieve(idOf(data[0]!.payment.payment_intent));
  return idOf(charge);
}

test.for(["refund.created", "charge.refunded"])(
  "books a renewal whose %s is heard of first, and then its refund",
  async (type, { app }) => {
    const { invoice } = await renewed(app);
    const chargeId = await chargeOf(app, invoice.id);
    const refund = await app.stripe.control.refund({ chargeId });
    const object = type === "refund.created" ? { id: refund.id, object: "refund" } : { id: chargeId, object: "charge" };
    expect(await post(app, eventOf(type, object))).toBe(200);
    expect(await paidPurchases(app)).toHaveLength(2);
    expect(await app.db.select().from(refunds)).toMatchObject([{ state: "succeeded", amountMinor: 4000 }]);
  },
);

test("books a renewal whose dispute is heard of first, and a dispute that only the round finds", async ({ app }) => {
  const { invoice } = await renewed(app);
  const dispute = await app.stripe.control.dispute({ chargeId: await chargeOf(app, invoice.id) });
  await reconcilePayments(app.services);
  expect(await app.db.select().from(disputes)).toMatchObject([{ stripeDisputeId: dispute.id, amountMinor: 4000 }]);
  expect(await post(app, eventOf("charge.dispute.created", { id: dispute.id, object: "dispute" }))).toBe(200);
  expect(await app.db.$count(disputes)).toBe(1);
});

test("asks for a refund again whose renewal can't be booked yet", async ({ app }) => {
  const { invoice } = await renewed(app);
  const refund = await app.stripe.control.refund({ chargeId: await chargeOf(app, invoice.id) });
  await app.stripe.control.fail({ operation: "subscriptions.retrieve", status: 500 });
  const event = eventOf("refund.created", { id: refund.id, object: "refund" });
  expect(await post(app, event)).toBe(500);
  expect(await app.db.$count(refunds)).toBe(0);
  expect(await post(app, event)).toBe(200);
  expect(await app.db.$count(refunds)).toBe(1);
});

test("leaves the money of other products alone", async ({ app }) => {
  await app.stripe.control.hold({});
  const charge = await app.stripe.control.payElsewhere({ amount: 1500 });
  const refund = await app.stripe.control.refund({ chargeId: charge.id });
  expect(await post(app, eventOf("refund.created", { id: refund.id, object: "refund" }))).toBe(200);
  expect(await app.db.$count(refunds)).toBe(0);
});
