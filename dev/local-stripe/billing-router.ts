import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { ApiError } from "./api-error";
import { billDue } from "./billing/due";
import { cancelInPortal, isLive, payInvoice, replaceCard, subscriptionsOf } from "./billing/hosted-actions";
import { productNames } from "./billing/invoices";
import { changeInPortal, choicesOf, configurationOf, keepPlanInPortal } from "./billing/portal-change";
import { renderInvoicePage, renderPortalPage } from "./billing-pages";
import { cardOf } from "./checkout-router";
import { renderUnknownPage } from "./checkout-page";
import { type Context, nowInSeconds } from "./context";
import type { InvoiceObject } from "./objects/invoice";
import type { PortalSessionObject } from "./objects/portal-session";
import type { SubscriptionObject } from "./objects/subscription";
import { findObject, listObjects } from "./store";

/** The portal's address can be opened for an hour. */
const portalSeconds = 60 * 60;

/** Serves the customer portal and the pages of invoices. Their addresses are secrets, and all that protects them. */
export function createBillingRouter(ctx: Context): Router {
  const router = express.Router();
  const form = express.urlencoded({ extended: false });

  router.get(
    "/invoice/:token",
    handle((request, response) => showInvoice(ctx, response, request.params.token)),
  );

  router.post(
    "/invoice/:token",
    form,
    handle(async (request, response) => {
      const { action, card } = request.body as { action?: unknown; card?: unknown };
      const invoice = await findInvoice(ctx, request.params.token);
      if (!invoice) return notFound(ctx, response);
      const chosen = action === "decline" ? "refused" : action === "pay" ? cardOf(card) : undefined;
      const { result } = await payInvoice(ctx, { invoiceId: invoice.id, card: chosen });
      if (result === "paid") return response.redirect(303, invoice.hosted_invoice_url ?? "/");
      await showInvoice(ctx, response.status(result === "declined" ? 402 : 409), request.params.token, {
        isDeclined: result === "declined",
      });
    }),
  );

  router.get(
    "/portal/:token",
    handle(async (request, response) => showPortal(ctx, response, await findPortal(ctx, request.params.token))),
  );

  router.post(
    "/portal/:token",
    form,
    handle(async (request, response) => {
      const session = await findPortal(ctx, request.params.token);
      if (!session) return notFound(ctx, response);
      const { action, card, subscription, price } = request.body as Record<string, unknown>;
      const customerId = session.customer;
      if (action === "change" && typeof subscription === "string" && typeof price === "string") {
        await changeInPortal(ctx, { session, subscriptionId: subscription, priceId: price });
      }
      if (action === "keep-plan" && typeof subscription === "string") {
        await keepPlanInPortal(ctx, { customerId, subscriptionId: subscription });
      }
      if (action === "card") await replaceCard(ctx, { customerId, card: cardOf(card) });
      if ((action === "cancel" || action === "keep") && typeof subscription === "string") {
        const configuration = await configurationOf(ctx, session);
        if (configuration?.features.subscription_cancel.enabled === false) throw new ApiError("Not possible here.");
        await cancelInPortal(ctx, { customerId, subscriptionId: subscription, isCanceled: action === "cancel" });
      }
      response.redirect(303, session.flow?.after_completion.redirect?.return_url ?? session.url);
    }),
  );

  return router;
}

type TokenRequest = Request<{ token: string }>;

/** Answers 400 to what a form may not ask for. */
function handle(work: (request: TokenRequest, response: Response) => Promise<void>): RequestHandler<{ token: string }> {
  return async (request, response, next) => {
    try {
      await work(request, response);
    } catch (error) {
      if (error instanceof ApiError) response.status(400).type("text").send(error.message);
      else next(error);
    }
  };
}

async function showInvoice(
  ctx: Context,
  response: Response,
  token: string,
  { isDeclined = false } = {},
): Promise<void> {
  await billDue(ctx);
  const invoice = await findInvoice(ctx, token);
  if (!invoice) return notFound(ctx, response);
  response.set("cache-control", "no-store").type("html").send(renderInvoicePage(invoice, { isDeclined }));
}

async function showPortal(ctx: Context, response: Response, session: PortalSessionObject | undefined): Promise<void> {
  const customer = session && (await findObject(ctx.db, "customer", session.customer))?.body;
  if (!session || !customer || customer.deleted) return notFound(ctx, response);
  await billDue(ctx);
  const subscriptions = (await subscriptionsOf(ctx.db, customer.id)).filter(isLive);
  const cardId = subscriptions[0]?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const page = { limit: 100 };
  const where = { customer: customer.id };
  const { data: invoices } = await listObjects(ctx.db, { kind: "invoice", url: "/v1/invoices", page, where });
  const owned: Parameters<typeof renderPortalPage>[0]["subscriptions"] = [];
  for (const subscription of subscriptions) {
    const choices = await choicesOf(ctx, session, subscription);
    owned.push({ subscription, choices, planned: await plannedPrice(ctx, subscription) });
  }
  const products = owned.flatMap(({ subscription: { items }, planned }) => [
    ...items.data.map(({ price }) => price.product),
    ...(planned ? [planned.price.product] : []),
  ]);
  const html = renderPortalPage({
    session,
    customer,
    subscriptions: owned,
    names: await productNames(ctx.db, products),
    isCancelEnabled: (await configurationOf(ctx, session))?.features.subscription_cancel.enabled ?? true,
    card: cardId === null ? undefined : (await findObject(ctx.db, "payment_method", cardId))?.body,
    invoices: invoices.filter(({ hosted_invoice_url: url }) => url),
  });
  response.set("cache-control", "no-store").type("html").send(html);
}

async function plannedPrice(ctx: Context, { schedule: id }: SubscriptionObject) {
  const schedule = id === null ? undefined : (await findObject(ctx.db, "subscription_schedule", id))?.body;
  const next = schedule?.phases.find(({ start_date: start }) => start >= (schedule.current_phase?.end_date ?? 0));
  const price = next?.items[0]?.price;
  const found = typeof price === "string" ? (await findObject(ctx.db, "price", price))?.body : undefined;
  return next && found ? { price: found, from: next.start_date } : null;
}

async function findInvoice(ctx: Context, token: string): Promise<InvoiceObject | undefined> {
  const where = { hosted_invoice_url: `${ctx.siteUrl}/dev/stripe/invoice/${token}` };
  return (await listObjects(ctx.db, { kind: "invoice", url: "", where })).data[0];
}

async function findPortal(ctx: Context, token: string): Promise<PortalSessionObject | undefined> {
  const where = { url: `${ctx.siteUrl}/dev/stripe/portal/${token}` };
  const [session] = (await listObjects(ctx.db, { kind: "billing_portal.session", url: "", where })).data;
  return session && session.created + portalSeconds > nowInSeconds(ctx) ? session : undefined;
}

function notFound(ctx: Context, response: Response): void {
  response
    .status(404)
    .set("cache-control", "no-store")
    .type("html")
    .send(renderUnknownPage(`${ctx.siteUrl}/`));
}
