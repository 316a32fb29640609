import type { z } from "zod";
import { noSuchObject } from "../api-error";
import { nowInSeconds } from "../context";
import { recordEvent } from "../events";
import { expandObjects } from "../expand-objects";
import { buildCustomer } from "../objects/customer";
import { testCards } from "../objects/payment-method";
import { parseParameters } from "../parameters";
import { type Call, retrieve, route } from "../route";
import { insertObject, listObjects } from "../store";
import { mergeMetadata } from "./metadata";
import { billingSchemas } from "./parameters";
import { attachCard, declined, saveCard, useByDefault } from "./payment-methods";
import { beginWork, requireCustomer } from "./work";

const nullIfUnset = <T>(value: T | undefined): T | null => value ?? null;

export const customerRoutes = [
  route("POST", "/v1/customers", "customers.create", async (call) => {
    const { expand, ...asked } = parseParameters(billingSchemas.customer, call.form);
    const { id } = await createCustomer(call, asked);
    return expandObjects(call.db, await requireCustomer(call.db, id), expand);
  }),
  route("GET", "/v1/customers", "customers.list", async ({ db, form }) => {
    const { expand, email, ...page } = parseParameters(billingSchemas.customers, form);
    const list = await listObjects(db, { kind: "customer", url: "/v1/customers", page, where: { email } });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/customers/{id}", "customers.retrieve", retrieve("customer")),
] as const;

type CustomerParameters = Omit<z.output<typeof billingSchemas.customer>, "expand">;

async function createCustomer(call: Call, asked: CustomerParameters): Promise<{ id: string }> {
  const usedCard = asked.invoice_settings?.default_payment_method;
  if (usedCard && usedCard !== asked.payment_method) {
    throw noSuchObject("PaymentMethod", usedCard, "invoice_settings[default_payment_method]");
  }
  const customer = buildCustomer({
    created: nowInSeconds(call.ctx),
    email: nullIfUnset(asked.email),
    name: nullIfUnset(asked.name),
    phone: nullIfUnset(asked.phone),
    description: nullIfUnset(asked.description),
    metadata: mergeMetadata({}, asked.metadata),
    ...(asked.preferred_locales && { locales: asked.preferred_locales }),
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
