import { fileURLToPath, pathToFileURL } from "node:url";
import { closeDatabase, openDatabase } from "@db/client";
import { systemClock } from "@server/core/services";
import { createLog } from "@server/core/log";
import { type LocalStripe, startLocalStripe } from "@dev/local-stripe/index";
import { createTestDatabase } from "../../../support/database";
import { startOutsideService } from "../../../support/outside-service";
import { startS3StandIn } from "../../../support/s3-stand-in";
import type { CleanUps } from "./clean-ups";
import { startFaultProxy, type FaultProxy } from "./fault-proxy";
import { startMailService, type MailService } from "./mail-service";

export const outsideServices = ["Stripe", "Resend", "S3", "exchange rates", "geolocation"] as const;
export type OutsideServiceName = (typeof outsideServices)[number];

export type OutsideWorld = {
  stripe: LocalStripe;
  mail: MailService;
  proxies: Record<OutsideServiceName, FaultProxy>;
  /** Settings of a server that uses the services through the proxies. */
  settings: Record<string, string>;
  s3Settings: Record<string, string>;
  /** Sends Stripe's webhooks to the server at this address. */
  sendWebhooksTo(siteUrl: string): void;
};

const stripeRedirect = pathToFileURL(fileURLToPath(new URL("redirect-stripe.mjs", import.meta.url))).href;

/**
 * Starts a stand-in for every outside service, each behind a proxy that can fail. Stripe keeps its state in a database
 * of its own, which stays when the site's goes.
 */
export async function startOutsideWorld(cleanUps: CleanUps, postgresUrl: string): Promise<OutsideWorld> {
  const mail = await cleanUps.keep(startMailService(), (service) => service.stop());
  const s3 = await cleanUps.keep(startS3StandIn(), (service) => service.stop());
  const rates = await cleanUps.keep(startOutsideService(ratesOfPounds), (service) => service.stop());
  const geolocation = await cleanUps.keep(startOutsideService({ country_code: "GB" }), (service) => service.stop());
  const proxyTo = (target: () => string) => cleanUps.keep(startFaultProxy(target), (proxy) => proxy.stop());
  // The webhook address is known once the server runs; its keys are needed before.
  let siteUrl = "";
  const webhooks = await proxyTo(() => siteUrl);
  const stripe = await startStripe(cleanUps, { postgresUrl, webhookUrl: `${webhooks.url}/webhooks/stripe` });
  const proxies = {
    Stripe: await proxyTo(() => `http://127.0.0.1:${stripe.client.port}`),
    Resend: await proxyTo(() => mail.url),
    S3: await proxyTo(() => s3.settings.endpoint),
    "exchange rates": await proxyTo(() => rates.url),
    geolocation: await proxyTo(() => geolocation.url),
  };
  const settings = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_PORT: String(proxies.Stripe.port),
    NODE_OPTIONS: `--import ${stripeRedirect}`,
    RESEND_API_KEY: "re_test_key",
    RESEND_BASE_URL: proxies.Resend.url,
    // Many mails are owed after a fault; the pace has its own tests.
    RESEND_REQUESTS_PER_SECOND: "100",
    EXCHANGE_RATES_URL: proxies["exchange rates"].url,
    GEOLOCATION_URL: `${proxies.geolocation.url}/{ip}`,
  };
  const s3Settings = {
    S3_ENDPOINT: proxies.S3.url,
    S3_REGION: s3.settings.region,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  };
  return { stripe, mail, proxies, settings, s3Settings, sendWebhooksTo: (url) => void (siteUrl = url) };
}

const ratesOfPounds = { base: "GBP", rates: { GBP: 1, EUR: 1.17, USD: 1.27 } };

async function startStripe(
  cleanUps: CleanUps,
  { postgresUrl, webhookUrl }: { postgresUrl: string; webhookUrl: string },
): Promise<LocalStripe> {
  const database = await cleanUps.keep(createTestDatabase(postgresUrl), (created) => created.drop());
  const db = await cleanUps.keep(openDatabase(database.url), closeDatabase);
  return cleanUps.keep(
    startLocalStripe({
      db,
      siteUrl: "http://127.0.0.1:1",
      webhookUrl,
      clock: systemClock,
      log: createLog("silent"),
    }),
    (stripe) => stripe.stop(),
  );
}
