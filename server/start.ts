import type { ServerBuild } from "@remix-run/node";
import { closeDatabase, type Database, openDatabase } from "@db/client";
import { startEmbeddedPostgres } from "@db/embedded";
import { prepareDataDir } from "@db/embedded/data-dir";
import { migrate } from "@db/migrate";
import type * as dev from "@dev/index";
import { StartError } from "@db/errors";
import { resealSecondFactors } from "./accounts/second-factor";
import { type Services, systemClock } from "./core/services";
import { readSettings, type Settings } from "./core/env";
import { hooks } from "./hooks";
import { type HttpListener, listenAt } from "./http/listener";
import { createHttpApp } from "./http/app";
import { bareHeaders } from "./http/security";
import { prepareQueue, startWorker } from "./jobs/worker";
import { createLog, type Log } from "./core/log";
import { createPace, createResendMailer } from "./mail/resend-mailer";
import { prepareIncoming } from "./media/incoming";
import { openStorage } from "./media/storage";
import { checkStripeKey, createStripeClient, type StripeAddress } from "./payments/stripe";
import { createCurrencyServices } from "./money/currency-choice";
import type { Shutdown } from "./shutdown";
import { keepCookieSecret } from "./core/secrets";

export type DevTools = typeof dev;

type Options = {
  environment: Record<string, string | undefined>;
  build: ServerBuild;
  shutdown: Shutdown;
  loadDevTools: () => Promise<DevTools>;
  /** Tests only: no setting may redirect calls to Stripe. */
  stripeAddress?: StripeAddress;
};

/** Milliseconds per part; about ten seconds in total. */
const patience = { requests: 4000, jobs: 3000, localStripe: 1000, connections: 1000, database: 12_000 };

/** Starts the site and adds each part to `shutdown`. Throws a StartError that says what to fix. */
export async function startBreathroom(options: Options) {
  const wanted = readSettings(options.environment);
  const listener = await listenAt(wanted.host, wanted.port, bareHeaders(wanted));
  try {
    return await startSite(listener, options);
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}

async function startSite(
  listener: HttpListener,
  { environment, build, shutdown, loadDevTools, stripeAddress }: Options,
) {
  // PORT=0 picks a free port, which is known only now.
  const settings = readSettings({ ...environment, PORT: String(listener.port) });
  const log = createLog(settings.logLevel);
  const dataDir = await prepareDataDir(settings.dataDir);
  settings.dataDir = dataDir;
  if (settings.cookieSecrets.length === 0) settings.cookieSecrets = [await keepCookieSecret(dataDir)];

  const databaseUrl = settings.databaseUrl ?? (await startOwnDatabase(settings, log, shutdown));
  const directUrl = settings.database.directUrl ?? databaseUrl;
  await migrate(directUrl, settings.database);
  await prepareQueue(directUrl, log);
  const db = openDatabase(databaseUrl, settings.database);
  shutdown.add("The database connections", patience.connections, () => closeDatabase(db));

  const devTools = settings.isLive ? undefined : await loadDevTools();
  const { stripe, localStripeRouter } = await startPayments(settings, { db, log, shutdown, devTools, stripeAddress });
  if (settings.isLive && settings.resendWebhookSecret === undefined) {
    log.warn("RESEND_WEBHOOK_SECRET is not set, so bounced mails go unnoticed");
  }
  await prepareIncoming(settings);
  const storage = await openStorage(settings);
  const services: Services = {
    ...createCurrencyServices({ settings, db, clock: systemClock, log }),
    settings,
    db,
    clock: systemClock,
    log,
    stripe,
    mailer: createMailer(settings, db, devTools),
    storage,
    hooks,
  };
  if (devTools) await fillDemo(devTools, directUrl, services);
  await resealSecondFactors(services);
  await services.rateCache.refresh();

  const worker = await startWorker(services, directUrl);
  shutdown.add("The worker", patience.jobs, () => worker.stop());
  listener.open(createHttpApp(services, { build, devRouter: devTools?.createDevRouter(services, localStripeRouter) }));
  shutdown.add("HTTP", patience.requests + 500, () => listener.close(patience.requests));
  const address = `http://${hostFor(settings.host, "localhost")}:${settings.port}`;
  return { banner: bannerOf(address, dataDir, devTools?.demoBanner(settings, address)) };
}

const bannerOf = (address: string, dataDir: string, demo: string[] = []): string =>
  [`Breathroom is ready at ${address}`, ...demo, `  Data     ${dataDir}`, "", ""].join("\n");

/** A separate connection, which may wait for another process that seeds the same database. */
async function fillDemo({ seedDemo }: DevTools, databaseUrl: string, services: Services): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1, queryTimeoutMs: 0 });
  await seedDemo({ ...services, db }).finally(() => closeDatabase(db));
}

async function startOwnDatabase(settings: Settings, log: Log, shutdown: Shutdown): Promise<string> {
  const onLost = () => {
    log.fatal("PostgreSQL has ended; start Breathroom again");
    void shutdown.run(1);
  };
  const postgres = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    mayCreateUser: settings.mayCreateUser,
    onLost,
  });
  shutdown.add("PostgreSQL", patience.database, () => postgres.stop());
  return postgres.url;
}

type PaymentParts = Pick<Options, "shutdown" | "stripeAddress"> & {
  db: Database;
  log: Log;
  devTools: DevTools | undefined;
};

async function startPayments(settings: Settings, { db, log, shutdown, devTools, stripeAddress }: PaymentParts) {
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
    webhookUrl: `http://${hostFor(settings.host, "127.0.0.1")}:${settings.port}/webhooks/stripe`,
    minimumExpirySeconds: Math.min(settings.holdMinutes, 30) * 60,
    clock: systemClock,
    log,
  });
  shutdown.add("The local Stripe", patience.localStripe, () => local.stop());
  const client = createStripeClient({ secretKey: local.secretKey, ...local.client });
  return { stripe: { client, webhookSecret: local.webhookSecret, isLive: false }, localStripeRouter: local.router };
}

function createMailer({ resend, mailFrom }: Settings, db: Database, devTools: DevTools | undefined) {
  if (resend) return createResendMailer({ ...resend, from: mailFrom, pace: createPace({ db, ...resend }) });
  if (!devTools) throw new StartError("Live mail needs Resend's key.");
  return devTools.createMailboxMailer();
}

function hostFor(host: string, name: string): string {
  if (["127.0.0.1", "localhost", "0.0.0.0", "::"].includes(host)) return name;
  return host.includes(":") ? `[${host}]` : host;
}
