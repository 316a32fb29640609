import express, { type Response, type Router } from "express";
import { checkoutStyle, renderCheckoutPage, renderClosedPage, renderUnknownPage, returnAddress } from "./checkout-page";
import type { Context } from "./context";
import { listLineItems } from "./expand-objects";
import { expireDueSessions } from "./expire-sessions";
import type { SessionObject } from "./objects/checkout-session";
import { type CardBehaviour, testCards } from "./objects/payment-method";
import { declineCheckout, payCheckout } from "./pay-checkout";
import type { PaymentOutcome } from "./payments";
import { renderSubscribePage } from "./subscribe-page";
import { findObject } from "./store";

export function createCheckoutRouter(ctx: Context): Router {
  const router = express.Router();

  router.get("/checkout.css", (_request, response) => {
    response.type("css").set("cache-control", "no-cache").send(checkoutStyle);
  });

  router.get("/checkout/:id", async (request, response, next) => {
    try {
      await expireDueSessions(ctx);
      await show(ctx, response, await findSession(ctx, request.params.id));
    } catch (error) {
      next(error);
    }
  });

  router.post("/checkout/:id", express.urlencoded({ extended: false }), async (request, response, next) => {
    try {
      const { action, card } = request.body as { action?: unknown; card?: unknown };
      const { id } = request.params;
      if (action === "pay") return await answer(ctx, response, await payCheckout(ctx, id, cardOf(card)));
      if (action === "decline") return await answer(ctx, response, await declineCheckout(ctx, id));
      const session = await findSession(ctx, request.params.id);
      if (action === "cancel" && session?.cancel_url) return response.redirect(303, session.cancel_url);
      await show(ctx, response.status(session ? 422 : 404), session);
    } catch (error) {
      next(error);
    }
  });

  return router;
}

/** Paying twice redirects like paying once. */
async function answer(ctx: Context, response: Response, { result, session }: PaymentOutcome): Promise<void> {
  if (session && (result === "paid" || result === "already_paid")) response.redirect(303, returnAddress(session));
  else if (session && result === "declined") await show(ctx, response.status(402), session, { isDeclined: true });
  else await show(ctx, response.status(session ? 409 : 404), session);
}

async function show(
  ctx: Context,
  response: Response,
  session: SessionObject | undefined,
  { isDeclined = false } = {},
): Promise<void> {
  response.set("cache-control", "no-store").type("html");
  const shop = `${ctx.siteUrl}/`;
  if (!session) {
    response.status(404).send(renderUnknownPage(shop));
  } else if (session.status === "open") {
    const { data: items } = await listLineItems(ctx.db, session.id, { limit: 100 });
    const render = session.mode === "subscription" ? renderSubscribePage : renderCheckoutPage;
    response.send(render(session, items, { isDeclined }));
  } else {
    response.send(renderClosedPage(session, shop));
  }
}

/** Returns how the chosen card behaves; by default it is accepted. */
export const cardOf = (value: unknown): CardBehaviour =>
  Object.values(testCards).find(({ behaviour }) => behaviour === value)?.behaviour ?? "accepted";

async function findSession(ctx: Context, id: string): Promise<SessionObject | undefined> {
  return (await findObject(ctx.db, "checkout.session", id))?.body;
}
