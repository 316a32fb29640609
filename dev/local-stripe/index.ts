import express, { type Router } from "express";
import type { Database } from "@db/client";
import type { Clock } from "@server/core/services";
import type { Log } from "@server/core/log";
import { startApiServer } from "./api-server";
import { createBillingRouter } from "./billing-router";
import { createCheckoutRouter } from "./checkout-router";
import type { Context } from "./context";
import { createControl, type LocalStripeControl } from "./control";
import { createControlRouter } from "./control-router";
import { startDelivery } from "./delivery";
import { startRounds } from "./rounds";
import { prepareSchema } from "./schema";

export type { LocalStripeControl } from "./control";
export type { LocalStripeState } from "./control";

export type LocalStripeOptions = {
  /** The local Stripe has its own schema there. */
  db: Database;
  /** Payment pages are at `${siteUrl}/dev/stripe/checkout/{id}`. */
  siteUrl: string;
  webhookUrl: string;
  clock: Clock;
  log: Log;
};

export type LocalStripe = {
  client: { host: string; port: number; protocol: "http" };
  /** The key that all processes on one database share. */
  secretKey: string;
  webhookSecret: string;
  /** The router to be mounted at `/dev/stripe`. */
  router: Router;
  control: LocalStripeControl;
  stop: () => Promise<void>;
};

/** Imitates the part of Stripe's API that the site needs, the payment page and the webhooks. */
export async function startLocalStripe(options: LocalStripeOptions): Promise<LocalStripe> {
  const { db, clock, log } = options;
  const siteUrl = options.siteUrl.replace(/\/+$/, "");
  const { secretKey, webhookSecret } = await prepareSchema(db);
  const delivery = startDelivery(db, { url: options.webhookUrl, secret: webhookSecret }, log);
  const ctx: Context = { db, clock, log, siteUrl, wakeDelivery: () => delivery.wake() };
  const rounds = startRounds(ctx);
  const api = await startApiServer(ctx, secretKey);
  const control = createControl(ctx, delivery);
  const router = express.Router();
  router.use(createCheckoutRouter(ctx), createBillingRouter(ctx), createControlRouter(control));
  return {
    client: { host: "127.0.0.1", port: api.port, protocol: "http" },
    secretKey,
    webhookSecret,
    router,
    control,
    async stop() {
      await delivery.stop(); // first, because the receiver of an event may call the API
      await Promise.all([api.stop(), rounds.stop()]);
    },
  };
}
