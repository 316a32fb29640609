import { ApiError, noSuchObject } from "./api-error";
import { catalogueRoutes } from "./billing/catalogue-routes";
import { createSubscribingSession } from "./billing/checkout";
import { customerRoutes } from "./billing/customer-routes";
import { portalRoutes } from "./billing/portal-routes";
import { invoiceRoutes } from "./billing/invoice-routes";
import { billingSchemas } from "./billing/parameters";
import { subscriptionRoutes } from "./billing/subscription-routes";
import { createRefund } from "./refunds";
import { createCheckoutSession } from "./create-session";
import { findEvent } from "./events";
import { expandObjects, listLineItems } from "./expand-objects";
import { closeSession } from "./expire-sessions";
import { parseParameters, schemas } from "./parameters";
import { requireObject, retrieve, route } from "./route";
import { listObjects, lockObject } from "./store";
import { webhookEndpointRoutes } from "./webhook-endpoints";

export const routes = [
  ...catalogueRoutes,
  ...customerRoutes,
  ...portalRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...webhookEndpointRoutes,
  route("POST", "/v1/checkout/sessions", "checkout.sessions.create", async ({ ctx, db, form }) => {
    if (form["mode"] === "subscription") {
      const parameters = parseParameters(billingSchemas.session, form);
      return expandObjects(db, await createSubscribingSession(ctx, db, parameters), parameters.expand);
    }
    const parameters = parseParameters(schemas.session, form);
    return expandObjects(db, await createCheckoutSession(ctx, db, parameters), parameters.expand);
  }),
  route("GET", "/v1/checkout/sessions", "checkout.sessions.list", async ({ db, form }) => {
    const { expand, ...parameters } = parseParameters(schemas.sessions, form);
    const { payment_intent, status, customer, subscription, ...page } = parameters;
    const where = { payment_intent, status, customer, subscription };
    const list = await listObjects(db, { kind: "checkout.session", url: "/v1/checkout/sessions", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/checkout/sessions/{id}", "checkout.sessions.retrieve", retrieve("checkout.session")),
  route("GET", "/v1/checkout/sessions/{id}/line_items", "checkout.sessions.listLineItems", async ({ db, id, form }) => {
    const { expand, ...page } = parseParameters(schemas.lineItems, form);
    await requireObject(db, "checkout.session", id);
    return expandObjects(db, await listLineItems(db, id, page), expand);
  }),
  route(
    "POST",
    "/v1/checkout/sessions/{id}/expire",
    "checkout.sessions.expire",
    async ({ ctx, db, id, form, causedBy }) => {
      const { expand } = parseParameters(schemas.expandOnly, form);
      const kept = await lockObject(db, "checkout.session", id);
      if (!kept) throw noSuchObject("checkout.session", id);
      if (kept.body.status !== "open") throw notOpen(kept.body.status);
      return expandObjects(db, await closeSession(ctx, db, kept, causedBy), expand);
    },
  ),
  route("GET", "/v1/payment_intents", "paymentIntents.list", async ({ db, form }) => {
    const { expand, customer, ...page } = parseParameters(schemas.intents, form);
    const where = { customer };
    const list = await listObjects(db, { kind: "payment_intent", url: "/v1/payment_intents", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/payment_intents/{id}", "paymentIntents.retrieve", retrieve("payment_intent")),
  route("GET", "/v1/charges", "charges.list", async ({ db, form }) => {
    const { expand, payment_intent, customer, ...page } = parseParameters(schemas.charges, form);
    const where = { payment_intent, customer };
    const list = await listObjects(db, { kind: "charge", url: "/v1/charges", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/charges/{id}", "charges.retrieve", retrieve("charge")),
  route("POST", "/v1/refunds", "refunds.create", async ({ ctx, db, form, causedBy }) => {
    const parameters = parseParameters(schemas.refund, form);
    return expandObjects(db, await createRefund(ctx, db, parameters, causedBy), parameters.expand);
  }),
  route("GET", "/v1/refunds", "refunds.list", async ({ db, form }) => {
    const { expand, payment_intent, charge, ...page } = parseParameters(schemas.refunds, form);
    const list = await listObjects(db, {
      kind: "refund",
      url: "/v1/refunds",
      page,
      where: { payment_intent, charge },
    });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/refunds/{id}", "refunds.retrieve", retrieve("refund")),
  route("GET", "/v1/disputes", "disputes.list", async ({ db, form }) => {
    const { expand, payment_intent, charge, ...page } = parseParameters(schemas.disputes, form);
    const where = { payment_intent, charge };
    const list = await listObjects(db, { kind: "dispute", url: "/v1/disputes", page, where });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/disputes/{id}", "disputes.retrieve", retrieve("dispute")),
  route("GET", "/v1/radar/early_fraud_warnings", "radar.earlyFraudWarnings.list", async ({ db, form }) => {
    const { expand, payment_intent, charge, ...page } = parseParameters(schemas.warnings, form);
    const where = { payment_intent, charge };
    const url = "/v1/radar/early_fraud_warnings";
    const list = await listObjects(db, { kind: "radar.early_fraud_warning", url, page, where });
    return expandObjects(db, list, expand);
  }),
  route(
    "GET",
    "/v1/radar/early_fraud_warnings/{id}",
    "radar.earlyFraudWarnings.retrieve",
    retrieve("radar.early_fraud_warning"),
  ),
  route("GET", "/v1/balance_transactions", "balanceTransactions.list", async ({ db, form }) => {
    const { expand, payout, currency, source, type, ...page } = parseParameters(schemas.balanceTransactions, form);
    if (payout !== undefined) await requireObject(db, "payout", payout);
    const list = await listObjects(db, {
      kind: "balance_transaction",
      url: "/v1/balance_transactions",
      page,
      where: { currency, source, type },
      whereHidden: { payout },
    });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/balance_transactions/{id}", "balanceTransactions.retrieve", retrieve("balance_transaction")),
  route("GET", "/v1/payouts", "payouts.list", async ({ db, form }) => {
    const { expand, status, ...page } = parseParameters(schemas.payouts, form);
    const list = await listObjects(db, { kind: "payout", url: "/v1/payouts", page, where: { status } });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/payouts/{id}", "payouts.retrieve", retrieve("payout")),
  route("GET", "/v1/events/{id}", "events.retrieve", async ({ db, id, form }) => {
    parseParameters(schemas.expandOnly, form);
    const event = await findEvent(db, id);
    if (!event) throw noSuchObject("event", id);
    return event;
  }),
] as const;

export type Operation = (typeof routes)[number]["operation"];

/** Returns the route of a request and the id in its path. */
export function findRoute(method: string, path: string) {
  for (const candidate of routes) {
    const match = candidate.method === method ? candidate.path.exec(path) : null;
    if (match) return { route: candidate, id: match[1] ?? "" };
  }
  return undefined;
}

function notOpen(status: string | null): ApiError {
  return new ApiError(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
  );
}
