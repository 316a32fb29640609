import { sql } from "drizzle-orm";
import type { z } from "zod";
import { ApiError, noSuchObject } from "../api-error";
import { nowInSeconds } from "../context";
import { recordEvent } from "../events";
import { expandObjects } from "../expand-objects";
import { buildCustomer } from "../objects/customer";
import { testCards } from "../objects/payment-method";
import { parseParameters } from "../parameters";
import { type Call, requireObject, retrieve, route } from "../route";
import { insertObject, listObjects, saveObject } from "../store";
import { cancelSubscription } from "./cancel-subscription";
import { closeInvoicesOf } from "./kept-invoice";
import { requireSubscription } from "./kept-subscription";
import { givenOf, mergeMetadata } from "./metadata";
import { billingSchemas } from "./parameters";
import { attachCard, declined, detachCard, requireCard, saveCard, useByDefault } from "./payment-methods";
import { advanceTestClock, createTestClock, deleteTestClock, requireTestClock } from "./test-clocks";
import { announce, beginWork, changeCustomer, requireCustomer } from "./work";

const nullIfUnset = <T>(value: T | undefined): T | null => value ?? null;

export const customerRoutes = [
  route("POST", "/v1/customers", "customers.create", async (call) => {
    const { expand, ...asked } = parseParameters(billingSchemas.customer, call.form);
    const { id } = await createCustomer(call, asked);
    return expandObjects(call.db, await requireCustomer(call.db, id), expand);
  }),
  route("GET", "/v1/customers", "customers.list", async ({ db, form }) => {
    const { expand, email, test_clock: clock, ...page } = parseParameters(billingSchemas.customers, form);
    const where = { email, test_clock: clock ?? null };
    const list = await listObjects(db, { kind: "customer", url: "/v1/customers", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/customers/{id}", "customers.retrieve", retrieve("customer")),
  route("POST", "/v1/customers/{id}", "customers.update", async (call) => {
    const { expand, metadata, invoice_settings, ...changes } = parseParameters(
      billingSchemas.customerUpdate,
      call.form,
    );
    await requireObject(call.db, "customer", call.id);
    const work = await beginWork({ ...call, tx: call.db }, call.id);
    const before = await requireCustomer(call.db, call.id);
    const card = invoice_settings?.default_payment_method;
    const used = card ? (await attachCard(work, card, "invoice_settings[default_payment_method]")).id : card;
    const customer = await changeCustomer(work, {
      ...givenOf(changes),
      metadata: mergeMetadata(before.metadata, metadata),
      ...(used !== undefined && {
        invoice_settings: { ...before.invoice_settings, default_payment_method: used },
      }),
    });
    return expandObjects(call.db, customer, expand);
  }),
  route("DELETE", "/v1/customers/{id}", "customers.del", async (call) => {
    parseParameters(billingSchemas.deletion, call.form);
    await requireObject(call.db, "customer", call.id);
    const work = await beginWork({ ...call, tx: call.db }, call.id);
    const customer = await requireCustomer(call.db, call.id);
    const { data } = await listObjects(call.db, {
      kind: "subscription",
      url: "/v1/subscriptions",
      page: { limit: 100 },
      where: { customer: call.id },
      and: sql`body ->> 'status' not in ('canceled', 'incomplete_expired')`,
    });
    for (const { id } of data) {
      await cancelSubscription(work, await requireSubscription(call.db, id), { reason: "cancellation_requested" });
    }
    await closeInvoicesOf(call.db, call.id);
    const deleted = { id: call.id, object: "customer" as const, deleted: true as const };
    await saveObject(call.db, deleted);
    await announce(work, "customer.deleted", customer);
    return deleted;
  }),
  route("GET", "/v1/payment_methods", "paymentMethods.list", async ({ db, form }) => {
    const { expand, customer, type, ...page } = parseParameters(billingSchemas.paymentMethods, form);
    const where = { customer, type };
    const list = await listObjects(db, { kind: "payment_method", url: "/v1/payment_methods", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/payment_methods/{id}", "paymentMethods.retrieve", retrieve("payment_method")),
  route("POST", "/v1/payment_methods/{id}/attach", "paymentMethods.attach", async (call) => {
    const { expand, customer } = parseParameters(billingSchemas.attachment, call.form);
    const work = await beginWork({ ...call, tx: call.db }, customer);
    return expandObjects(call.db, await attachCard(work, call.id), expand);
  }),
  route("POST", "/v1/payment_methods/{id}/detach", "paymentMethods.detach", async (call) => {
    const { expand } = parseParameters(billingSchemas.deletion, call.form);
    const { body } = await requireObject(call.db, "payment_method", call.id);
    if (body.customer === null) {
      throw new ApiError("The payment method you provided is not attached to a customer so detachment is impossible.");
    }
    const work = await beginWork({ ...call, tx: call.db }, body.customer);
    return expandObjects(call.db, await detachCard(work, await requireCard(work, call.id)), expand);
  }),
  route("POST", "/v1/test_helpers/test_clocks", "testHelpers.testClocks.create", async (call) => {
    const { frozen_time: frozenTime, name } = parseParameters(billingSchemas.testClock, call.form);
    return createTestClock({ ...call, tx: call.db }, { frozenTime, name: name ?? null });
  }),
  route("GET", "/v1/test_helpers/test_clocks", "testHelpers.testClocks.list", async ({ db, form }) => {
    const { expand: _, ...page } = parseParameters(billingSchemas.testClocks, form);
    return listObjects(db, { kind: "test_helpers.test_clock", url: "/v1/test_helpers/test_clocks", page });
  }),
  route("GET", "/v1/test_helpers/test_clocks/{id}", "testHelpers.testClocks.retrieve", async ({ db, id, form }) => {
    parseParameters(billingSchemas.deletion, form);
    return requireTestClock(db, id);
  }),
  route("POST", "/v1/test_helpers/test_clocks/{id}/advance", "testHelpers.testClocks.advance", async (call) => {
    const { frozen_time: to } = parseParameters(billingSchemas.advance, call.form);
    return advanceTestClock({ ...call, tx: call.db }, call.id, to);
  }),
  route("DELETE", "/v1/test_helpers/test_clocks/{id}", "testHelpers.testClocks.del", async (call) => {
    parseParameters(billingSchemas.deletion, call.form);
    return deleteTestClock({ ...call, tx: call.db }, call.id);
  }),
] as const;

type CustomerParameters = Omit<z.output<typeof billingSchemas.customer>, "expand">;

async function createCustomer(call: Call, asked: CustomerParameters): Promise<{ id: string }> {
  const usedCard = asked.invoice_settings?.default_payment_method;
  if (usedCard && usedCard !== asked.payment_method) {
    throw noSuchObject("PaymentMethod", usedCard, "invoice_settings[default_payment_method]");
  }
  const clock = asked.test_clock ? await requireTestClock(call.db, asked.test_clock, "test_clock") : undefined;
  const customer = buildCustomer({
    created: clock?.frozen_time ?? nowInSeconds(call.ctx),
    email: nullIfUnset(asked.email),
    name: nullIfUnset(asked.name),
    phone: nullIfUnset(asked.phone),
    description: nullIfUnset(asked.description),
    metadata: mergeMetadata({}, asked.metadata),
    ...(asked.preferred_locales && { locales: asked.preferred_locales }),
    testClock: clock?.id ?? null,
  });
  const email = customer.email?.toLowerCase() ?? "";
  await insertObject(call.db, "customer", { body: customer, sessionId: "", email });
  const { ctx, db, causedBy } = call;
  await recordEvent(ctx, db, {
    type: "customer.created",
    object: customer,
    email,
    causedBy,
    created: customer.created,
  });
  const token = asked.payment_method;
  if (!token) return customer;
  const work = await beginWork({ ...call, tx: db }, customer.id);
  const testCard = testCards[token];
  if (testCard?.behaviour === "refused") throw declined();
  const { id } = testCard ? await saveCard(work, testCard.behaviour) : await attachCard(work, token);
  if (usedCard) await useByDefault(work, id);
  return customer;
}
