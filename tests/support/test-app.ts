import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import express from "express";
import { Logger, runOnce } from "graphile-worker";
import type { Database } from "@db/client";
import type { Clock, Mail, Rates, Services } from "@server/core/services";
import { authenticateRequest } from "@server/accounts/authenticate-request";
import { newKeyList } from "@server/core/encryption";
import { readSettings, type Settings } from "@server/core/env";
import { readBody } from "@server/http/read-body";
import { webhooksRouter } from "@server/http/webhooks";
import { tasksFor } from "@server/process/worker";
import { createLog } from "@server/core/log";
import { openStorage } from "@server/platform/media/storage";
import { type LocalStripe, startLocalStripe } from "@dev/local-stripe/index";
import { createStripeClient } from "@server/payments/stripe";
import { createCurrencyServices } from "@server/platform/money/currency-choice";
import { fixedRates } from "@server/platform/money/convert-price";
import { hooks } from "@server/process/hooks";
import { inject } from "vitest";
import { createCaller } from "@server/api/root";
import type { Context, SessionUser, Visitor } from "@server/core/context";
import { readVisitor } from "@server/api/request-context";
import { test as databaseTest } from "./database";
import { withFastRetries } from "./fast-retry-stripe";
import { withoutQueryCount } from "./reused-connections";
import { TestBrowser } from "./test-browser";

/** A clock that stands still until a test moves it. */
export class StoppedClock implements Clock {
  #now = new Date();
  now = () => this.#now;
  moveBy = (minutes: number) => {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000);
  };
}

type Caller = ReturnType<typeof createCaller>;

export type CallerOptions = {
  visitor?: Partial<Visitor>;
  user?: (Pick<SessionUser, "id" | "email" | "fullName" | "role"> & Partial<SessionUser>) | null;
  rates?: Rates;
};

export type TestApp = {
  services: Services;
  db: Database;
  clock: StoppedClock;
  stripe: LocalStripe;
  sentMails: Mail[];
  /** Returns the procedures called as the given user, without a real sign-in. */
  as(asking?: CallerOptions): Caller;
  /** Returns a new browser that keeps its cookies between calls. */
  browser(options?: { address?: string; userAgent?: string }): TestBrowser;
  /** Runs all due jobs and those they enqueue; first makes the given task's jobs due. */
  runJobs(dueNow?: string): Promise<void>;
};

type Options = { db: Database; settings?: Partial<Settings> };

/** Starts the app without its pages: real database, Stripe SDK, local Stripe and signed webhooks. */
export async function startTestApp({ db, settings: own }: Options) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "breathroom-files-"));
  const secrets = { COOKIE_SECRET: "secret".repeat(6), ENCRYPTION_KEYS: newKeyList() };
  const settings = { ...readSettings({ LOG_LEVEL: "silent", ...secrets }), dataDir, ...own };
  const clock = new StoppedClock();
  const log = createLog(settings.logLevel);
  const sentMails: Mail[] = [];
  const site = express();
  const server = await listen(site);
  const stripe = await startLocalStripe({
    db: withoutQueryCount(db),
    siteUrl: settings.siteUrl,
    webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`,
    clock,
    log,
  });
  const services: Services = {
    ...createCurrencyServices({ settings, db, clock, log }),
    settings,
    db,
    clock,
    log,
    stripe: {
      client: withFastRetries(createStripeClient({ secretKey: stripe.secretKey, ...stripe.client })),
      webhookSecret: stripe.webhookSecret,
      isLive: false,
    },
    mailer: {
      send: (mail) => {
        sentMails.push(mail);
        return Promise.resolve({ providerId: mail.id });
      },
    },
    storage: await openStorage(settings),
    calendarReader: inject("calendarReader"),
    hooks,
  };
  site.use("/webhooks", readBody(), webhooksRouter(services));

  const app: TestApp = {
    services,
    db,
    clock,
    stripe,
    sentMails,
    as: (asking) => createCaller(() => createTestContext(services, asking)),
    browser: (options) => new TestBrowser(services, options),
    runJobs: (dueNow) => runJobs(db, services, dueNow),
  };
  const stop = async () => {
    await stripe.stop();
    await new Promise((resolve) => server.close(resolve));
    await rm(dataDir, { recursive: true, force: true });
  };
  return { app, stop };
}

/** Returns a request's context for the given user, without a real sign-in. */
export async function createTestContext(
  services: Services,
  { visitor, user, rates = fixedRates }: CallerOptions = {},
): Promise<Context> {
  const { session } = await authenticateRequest(services, { cookieHeader: null, userAgent: null, setCookie: () => {} });
  return {
    ...services,
    visitor: { ...readVisitor(null, services.settings), address: "127.0.0.1", ...visitor },
    user: user
      ? {
          hasPassword: true,
          hasSecondFactor: false,
          secondFactorDueAt: null,
          isPaymentDue: false,
          emailConfirmedAt: null,
          timeZone: null,
          currency: null,
          ...user,
        }
      : null,
    session,
    rates,
    settingsMemo: {},
  };
}

async function listen(site: express.Express): Promise<Server> {
  const server = createServer(site);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const silent = new Logger(() => () => undefined);

async function runJobs(db: Database, services: Services, dueNow = "") {
  await db.execute(sql`update graphile_worker._private_jobs as jobs set run_at = now()
    from graphile_worker._private_tasks as tasks where tasks.id = jobs.task_id and tasks.identifier = ${dueNow}`);
  await runOnce({
    pgPool: db.$client,
    taskList: tasksFor(services),
    noHandleSignals: true,
    logger: silent,
    // Otherwise `runOnce` returns before a job's completion is saved.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
}

export const test = databaseTest.extend<{ app: TestApp }>({
  app: async ({ db }, use) => {
    const { app, stop } = await startTestApp({ db });
    await use(app);
    await stop();
  },
});

export { expect } from "vitest";
