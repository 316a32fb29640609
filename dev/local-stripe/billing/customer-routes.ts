import { sql } from "drizzle-orm";
import type { z } from "zod";
import { noSuchObject } from "../api-error";
import { nowInSeconds } from "../context";
import { recordEvent } from "../events";
import { buildCustomer } from "../objects/customer";
import { parseParameters } from "../parameters";
import { type Call, requireObject, retrieve, route } from "../route";
import { insertObject, listObjects, saveObject } from "../store";
import { cancelSubscription } from "./cancel-subscription";
import { subscriptionsOf } from "./hosted-actions";
import { requireSubscription } from "./kept-subscription";
import { billingSchemas } from "./parameters";
import { saveTestCard, useByDefault } from "./payment-methods";
import { announce, beginWork, changeCustomer, requireCustomer } from "./work";

export const customerRoutes = [
  route("POST", "/v1/customers", "customers.create", async (call) => {
    const id = await createCustomer(call, parseParameters(billingSchemas.customer, call.form));
    return requireCustomer(call.db, id);
  }),
  route("GET", "/v1/customers", "customers.list", async ({ db, form }) => {
    const { email, ...page } = parseParameters(billingSchemas.customers, form);
    const and = sql`not body ? 'deleted'`;
    return listObjects(db, { kind: "customer", url: "/v1/customers", page, where: { email }, and });
  }),
  route("GET", "/v1/customers/{id}", "customers.retrieve", retrieve("customer")),
  route("POST", "/v1/customers/{id}", "customers.update", async (call) => {
    const changes = parseParameters(billingSchemas.customerUpdate, call.form);
    await requireObject(call.db, "customer", call.id);
    return changeCustomer(await beginWork({ ...call, tx: call.db }, call.id), changes);
  }),
  route("DELETE", "/v1/customers/{id}", "customers.del", async (call) => {
    parseParameters(billingSchemas.nothing, call.form);
    await requireObject(call.db, "customer", call.id);
    const work = await beginWork({ ...call, tx: call.db }, call.id);
    for (const { id, status } of await subscriptionsOf(call.db, call.id)) {
      if (status === "canceled") continue;
      await cancelSubscription(work, await requireSubscription(call.db, id), "cancellation_requested");
    }
    const deleted = { id: call.id, object: "customer", deleted: true };
    await saveObject(call.db, deleted);
    await announce(work, "customer.deleted", deleted);
    return deleted;
  }),
] as const;

async function createCustomer(call: Call, asked: z.output<typeof billingSchemas.customer>): Promise<string> {
  const { ctx, db, causedBy } = call;
  const { payment_method: token, invoice_settings: settings } = asked;
  if (settings && settings.default_payment_method !== token) {
    throw noSuchObject("PaymentMethod", settings.default_payment_method, "invoice_settings[default_payment_method]");
  }
  const { email = null, name = null, metadata = {} } = asked;
  const customer = buildCustomer({ created: nowInSeconds(ctx), email, name, metadata });
  const payer = { sessionId: "", email: email?.toLowerCase() ?? "" };
  await insertObject(db, "customer", { body: customer, ...payer });
  await recordEvent(ctx, db, { type: "customer.created", object: customer, email: payer.email, causedBy });
  if (!token) return customer.id;
  const work = await beginWork({ ...call, tx: db }, customer.id);
  const card = await saveTestCard(work, token);
  if (settings) await useByDefault(work, card.id);
  return customer.id;
}
