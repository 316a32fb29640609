import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import Stripe from "stripe";
import type { Clock } from "@server/core/services";
import { createLog } from "@server/core/log";
import { type LocalStripe, type LocalStripeOptions, startLocalStripe } from "@dev/local-stripe/index";
import { test as databaseTest } from "../../support/database";

/** A delivery as received, before it is parsed. */
type Delivery = { body: string; signature: string; contentType: string };

/** A webhook receiver that records deliveries and answers 200, unless told otherwise. */
type Receiver = {
  url: string;
  deliveries: Delivery[];
  events(): Stripe.Event[];
  /** Decides each answer's status; a promise keeps the sender waiting. */
  answerWith(status: (event: Stripe.Event) => number | Promise<number>): void;
  until(condition: (events: Stripe.Event[]) => boolean): Promise<Stripe.Event[]>;
};

export type World = {
  clock: Clock & { moveBy(seconds: number): void; moveTo(seconds: number): void };
  receiver: Receiver;
  stripe: LocalStripe;
  /** The real client, without retries. */
  client: Stripe;
  /** The payment page and controls, mounted as in the site. */
  siteUrl: string;
  /** Another process on the same database. */
  startAnother: (options?: Partial<LocalStripeOptions>) => Promise<LocalStripe>;
};

export const clientOf = (stripe: LocalStripe, settings: Stripe.StripeConfig = {}) =>
  new Stripe(stripe.secretKey, { ...stripe.client, maxNetworkRetries: 0, telemetry: false, ...settings });

export const test = databaseTest.extend<{ world: World }>({
  world: async ({ db }, use) => {
    const receiver = await startReceiver();
    const site = express();
    const siteServer = await listen(createServer(site));
    const clock = new SteppedClock();
    const running: LocalStripe[] = [];
    const startAnother = async (options: Partial<LocalStripeOptions> = {}) => {
      const stripe = await startLocalStripe({
        db,
        siteUrl: addressOf(siteServer),
        webhookUrl: receiver.url,
        clock,
        log: createLog("silent"),
        ...options,
      });
      running.push(stripe);
      return stripe;
    };
    const stripe = await startAnother();
    await stripe.control.reset();
    site.use("/dev/stripe", stripe.router);

    await use({ clock, receiver, stripe, client: clientOf(stripe), siteUrl: addressOf(siteServer), startAnother });

    receiver.answerWith(() => 200);
    await Promise.all(running.map((started) => started.stop()));
    await Promise.all([close(siteServer), receiver.close()]);
  },
});

export { expect } from "vitest";

/** The site's parameters for one place at £14.40. */
export function aCheckout(values: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: "payment",
    line_items: [aLineItem()],
    customer_email: "hannah@example.com",
    client_reference_id: "booking-1",
    metadata: { bookingId: "booking-1" },
    payment_intent_data: { metadata: { bookingId: "booking-1" } },
    success_url: "http://localhost:4199/booking-confirmation?bookingId=booking-1&checkout={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:4199/sessions/1/book?cancelled=booking-1",
    ...values,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

export function aLineItem({ amount = 1440, currency = "gbp", quantity = 1, name = "Evening Wind-Down" } = {}) {
  return { quantity, price_data: { currency, unit_amount: amount, product_data: { name } } };
}

/** Returns the error of a refused call. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("The call was not refused.");
}

class SteppedClock implements Clock {
  #now = new Date("2030-03-01T10:00:00.400Z");
  now = () => this.#now;
  moveBy = (seconds: number) => {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
  };
  moveTo = (seconds: number) => {
    this.#now = new Date(seconds * 1000);
  };
}

async function startReceiver() {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  let statusOf: (event: Stripe.Event) => number | Promise<number> = () => 200;
  const events = () => deliveries.map(({ body }) => JSON.parse(body) as Stripe.Event);
  const app = express();
  app.post("/hook", express.text({ type: "*/*" }), async (request, response) => {
    const body = request.body as string;
    const signature = request.get("stripe-signature") ?? "";
    deliveries.push({ body, signature, contentType: request.get("content-type") ?? "" });
    for (const check of waiting) check();
    response.sendStatus(await statusOf(JSON.parse(body) as Stripe.Event));
  });
  const server = await listen(createServer(app));
  const until: Receiver["until"] = (condition) =>
    new Promise((resolve) => {
      const check = () => {
        if (!condition(events())) return;
        waiting.delete(check);
        resolve(events());
      };
      waiting.add(check);
      check();
    });
  const answerWith: Receiver["answerWith"] = (status) => void (statusOf = status);
  return { url: `${addressOf(server)}/hook`, deliveries, events, until, answerWith, close: () => close(server) };
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
