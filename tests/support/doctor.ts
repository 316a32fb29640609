import { once } from "node:events";
import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { backupRuns, outboxEmails } from "@db/schema";
import type { Site } from "@server/office/doctor/finding";
import { markWorkerAlive } from "@server/platform/jobs/lost-jobs";
import { stripeEventTypes } from "@server/payments/handle-stripe-event";
import { createStripeClient } from "@server/payments/stripe";
import { saveWebhookState } from "@server/payments/webhook-tally";
import { serve } from "./http-app";
import { expect, test as appTest, type TestApp } from "./test-app";

/** What the stand-ins for Stripe and Resend answer. */
type Answers = {
  stripeStatus: number;
  /** The calls that the key may not make, such as "POST /v1/customers". */
  refused: RegExp | null;
  account: { charges_enabled: boolean; capabilities: { card_payments: string } };
  endpoints: { id: string; url: string; status: string; api_version: string | null; enabled_events: string[] }[];
  resendStatus: number;
  resend: object;
};

export type Patient = {
  app: TestApp;
  site: Site;
  answers: Answers;
  /** What the proxy sends on. */
  proxy: { target: string };
  endWorker: () => Promise<void>;
};

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function startOutside(answers: Answers): Server {
  return createServer((request, response) => {
    const send = (status: number, body: object) =>
      void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (request.url?.startsWith("/domains")) return send(answers.resendStatus, answers.resend);
    if (answers.stripeStatus !== 200) {
      return send(answers.stripeStatus, { error: { type: "invalid_request_error", message: "Invalid API Key" } });
    }
    if (answers.refused?.test(`${request.method} ${request.url}`)) {
      const message = "The provided key does not have the required permissions for this endpoint.";
      return send(403, { error: { type: "invalid_request_error", message } });
    }
    if (request.url?.includes("none")) {
      const message = "No such object";
      return send(404, { error: { type: "invalid_request_error", code: "resource_missing", message } });
    }
    if (/configurations/.test(request.url ?? "") && request.method === "GET") {
      return send(200, { object: "list", has_more: false, url: "/v1/billing_portal/configurations", data: [] });
    }
    if (request.url?.startsWith("/v1/account"))
      return send(200, { id: "acct_1", object: "account", ...answers.account });
    if (request.method === "POST")
      return send(200, { id: "we_new", object: "webhook_endpoint", secret: "whsec_made_by_the_stand_in" });
    send(200, { object: "list", has_more: false, url: "/v1/webhook_endpoints", data: answers.endpoints });
  });
}

/** Adds what a proxy adds in front of a site with TLS. */
const startProxy = (proxy: Patient["proxy"]): Server =>
  createServer((request, response) => {
    const headers = { ...request.headers, "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
    const passed = ask(`${proxy.target}${request.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    passed.end();
  });

/** A live site on which every check is fine, behind a proxy and with stand-ins for Stripe and Resend. */
export const test = appTest.extend<{ patient: Patient }>({
  patient: async ({ app, databaseUrl }, use) => {
    const answers: Answers = {
      stripeStatus: 200,
      refused: null,
      account: { charges_enabled: true, capabilities: { card_payments: "active" } },
      endpoints: [],
      resendStatus: 200,
      resend: { data: [{ name: "breathe.example", status: "verified" }] },
    };
    const [outside, proxy] = [startOutside(answers), { target: "" }];
    const front = startProxy(proxy);
    const [outsidePort, frontPort] = [await listen(outside), await listen(front)];
    const siteUrl = `http://127.0.0.1:${frontPort}`;
    const settings = {
      ...app.services.settings,
      isLive: true,
      siteUrl,
      trustProxy: "loopback",
      backup: { ...app.services.settings.backup, isNightly: true },
      mailFrom: "Ada <ada@breathe.example>",
      resend: { apiKey: "re_x", baseUrl: `http://127.0.0.1:${outsidePort}`, requestsPerSecond: 2 },
      resendWebhookSecret: "whsec_0123456789abcdef",
    };
    const client = createStripeClient({
      secretKey: "sk_live_x",
      host: "127.0.0.1",
      port: outsidePort,
      protocol: "http",
    });
    const site = { ...app.services, settings, stripe: { ...app.services.stripe, client, isLive: true } };
    const served = await serve(site);
    proxy.target = served.url;
    answers.endpoints.push({
      id: "we_1",
      url: `${siteUrl}/webhooks/stripe`,
      status: "enabled",
      api_version: Stripe.API_VERSION,
      enabled_events: [...stripeEventTypes],
    });
    await recordGoodDay(app);
    const endWorker = await markWorkerAlive(databaseUrl, "a worker", app.services.log);
    await use({ app, site, answers, proxy, endWorker });
    await recallMigration(app);
    await endWorker();
    await served.stop();
    for (const server of [outside, front]) {
      server.closeAllConnections();
      server.close();
    }
  },
});

async function recordGoodDay({ db, clock }: TestApp): Promise<void> {
  const seen = { lastEventAt: clock.now(), badSignatures: 0, lastBadSignatureAt: null, badSinceEvent: 0 };
  await saveWebhookState(db, "stripe", seen);
  await saveWebhookState(db, "resend", seen);
  const now = clock.now();
  await db.insert(outboxEmails).values({
    template: "admin-test",
    props: {},
    recipient: "ada@breathe.example",
    subject: "Test",
    dedupeKey: "test",
    sentAt: now,
    deliveredAt: now,
  });
  const run = { fileName: "breathroom-2030-01-01T031200Z.tar.age", startedAt: now, finishedAt: now, isEncrypted: true };
  await db.insert(backupRuns).values([
    { ...run, task: "backup", place: "bucket" },
    { ...run, task: "restore_test" },
  ]);
}

/** Makes the database look like an earlier version's; the tests of a worker share it, so it is mended afterwards. */
export const forgetMigration = ({ db }: TestApp) =>
  db.execute(sql`update drizzle.__drizzle_migrations set hash = 'x' || hash
    where id = (select max(id) from drizzle.__drizzle_migrations)`);

const recallMigration = ({ db }: TestApp) =>
  db.execute(sql`update drizzle.__drizzle_migrations set hash = substr(hash, 2) where hash like 'x%'`);

export { expect };
