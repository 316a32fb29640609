import { closeDatabase, type Database, openDatabase } from "@db/client";
import { StartError } from "@db/errors";
import type * as dev from "@dev/index";
import type { Router } from "express";
import type { Settings } from "../core/env";
import type { Log } from "../core/log";
import { type Services, systemClock } from "../core/services";
import { hooks } from "./hooks";
import { createPace, createResendMailer } from "../platform/mail/resend-mailer";
import { prepareIncoming } from "../platform/media/incoming";
import { openStorage } from "../platform/media/storage";
import { createCurrencyServices } from "../platform/money/currency-choice";
import { checkStripeKey, createStripeClient, type StripeAddress } from "../payments/stripe";
import type { Shutdown } from "./shutdown";

export type DevTools = typeof dev;

export type ServiceOptions = {
  settings: Settings;
  databaseUrl: string;
  log: Log;
  shutdown: Shutdown;
  loadDevTools: () => Promise<DevTools>;
  /** The file of the program that reads calendars. */
  calendarReader: string;
  /** Tests only: no setting may redirect calls to Stripe. */
  stripeAddress?: StripeAddress | undefined;
};

export type OpenServices = {
  services: Services;
  devTools: DevTools | undefined;
  devRouter: Router | undefined;
};

/** Milliseconds. */
const patience = { localStripe: 1000, connections: 1000 };

/** Opens what a process works with, and adds it to `shutdown`. Throws a StartError. */
export async function openServices(opening: ServiceOptions): Promise<OpenServices> {
  const { settings, log, shutdown } = opening;
  const db = openDatabase(opening.databaseUrl, settings.database);
  shutdown.add("The database connections", patience.connections, () => closeDatabase(db));
  const devTools = settings.isLive ? undefined : await opening.loadDevTools();
  const { stripe, localStripeRouter } = await openPayments(opening, db, devTools);
  await prepareIncoming(settings);
  const services: Services = {
    ...createCurrencyServices({ settings, db, clock: systemClock, log }),
    settings,
    db,
    clock: systemClock,
    log,
    stripe,
    mailer: createMailer(settings, db, devTools),
    storage: await openStorage(settings),
    calendarReader: opening.calendarReader,
    hooks,
  };
  return { services, devTools, devRouter: devTools?.createDevRouter(services, localStripeRouter) };
}

async function openPayments(opening: ServiceOptions, db: Database, devTools: DevTools | undefined) {
  const { settings, log, shutdown, stripeAddress } = opening;
  if (settings.stripe) {
    const { secretKey, webhookSecret } = settings.stripe;
    const isLive = /^(sk|rk)_live_/.test(secretKey);
    const client = createStripeClient({ secretKey, ...stripeAddress });
    await checkStripeKey(client, log);
    return { stripe: { client, webhookSecret, isLive } };
  }
  if (!devTools) throw new StartError("Live payments need Stripe's keys.");
  const local = await devTools.startLocalStripe({
    db,
    siteUrl: settings.siteUrl,
    webhookUrl: `${webAddressOf(settings)}/webhooks/stripe`,
    clock: systemClock,
    log,
  });
  shutdown.add("The local Stripe", patience.localStripe, () => local.stop());
  const client = createStripeClient({ secretKey: local.secretKey, ...local.client });
  return { stripe: { client, webhookSecret: local.webhookSecret, isLive: false }, localStripeRouter: local.router };
}

/** A worker answers no webhooks. */
const webAddressOf = ({ role, siteUrl, host, port }: Settings): string =>
  role === "worker" ? siteUrl : `http://${hostFor(host, "127.0.0.1")}:${port}`;

function createMailer({ resend, mailFrom }: Settings, db: Database, devTools: DevTools | undefined) {
  if (resend) return createResendMailer({ ...resend, from: mailFrom, pace: createPace({ db, ...resend }) });
  if (!devTools) throw new StartError("Live mail needs Resend's key.");
  return devTools.createMailboxMailer();
}

/** Returns the host of an address at which this machine reaches the site. */
export function hostFor(host: string, name: string): string {
  if (["127.0.0.1", "localhost", "0.0.0.0", "::"].includes(host)) return name;
  return host.includes(":") ? `[${host}]` : host;
}
