import type { z } from "zod";
import { noSuchObject } from "../api-error";
import { nowInSeconds } from "../context";
import { recordEvent } from "../events";
import { buildCustomer } from "../objects/customer";
import { parseParameters } from "../parameters";
import { type Call, retrieve, route } from "../route";
import { insertObject, listObjects } from "../store";
import { billingSchemas } from "./parameters";
import { saveTestCard, useByDefault } from "./payment-methods";
import { beginWork, requireCustomer } from "./work";

export const customerRoutes = [
  route("POST", "/v1/customers", "customers.create", async (call) => {
    const id = await createCustomer(call, parseParameters(billingSchemas.customer, call.form));
    return requireCustomer(call.db, id);
  }),
  route("GET", "/v1/customers", "customers.list", async ({ db, form }) => {
    const { email, ...page } = parseParameters(billingSchemas.customers, form);
    return listObjects(db, { kind: "customer", url: "/v1/customers", page, where: { email } });
  }),
  route("GET", "/v1/customers/{id}", "customers.retrieve", retrieve("customer")),
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
