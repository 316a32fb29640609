import { vi } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkStripeKey, createStripeClient } from "@server/payments/stripe";
import { createShutdown } from "@server/process/shutdown";
import { startBreathroom } from "@server/process/start";
import { stubBuild } from "../../support/http-app";
import { captureLog } from "../../support/captured-log";
import { startOutsideService, type OutsideService } from "../../support/outside-service";
import { expect, test as appTest } from "../../support/test-app";

const test = appTest.extend<{ service: OutsideService; dataDir: string }>({
  service: async ({ db: _ }, use) => {
    const service = await startOutsideService();
    await use(service);
    await service.stop();
  },
  dataDir: async ({ db: _ }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-live-"));
    await use(path.join(folder, "data"));
    await rm(folder, { recursive: true, force: true });
  },
});

const addressOf = ({ url }: OutsideService) =>
  ({ host: "127.0.0.1", port: Number(new URL(url).port), protocol: "http" }) as const;
const refused = (type: string) => ({ error: { type, message: "Invalid API Key provided: sk_live_****1234" } });

const rejected = "STRIPE_SECRET_KEY: Stripe rejects this key; copy it again from Stripe's dashboard.";

test("ends a live start with one line when Stripe rejects the key", async ({
  databaseUrl,
  dataDir,
  service,
  db: _,
}) => {
  service.answer(refused("invalid_request_error"), 401);
  const environment = {
    MODE: "live",
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "silent",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SITE_URL: "https://breathe.example",
    COOKIE_SECRET: "c".repeat(32),
    MAIL_FROM: "ada@breathe.example",
    ENCRYPTION_KEYS: `k1:${"A".repeat(43)}=`,
    STRIPE_SECRET_KEY: "sk_live_1234",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
    RESEND_API_KEY: "re_x",
    ADMIN_EMAIL: "ada@breathe.example",
    EXCHANGE_RATES_URL: service.url,
    GEOLOCATION_URL: service.url,
  };
  const shutdown = createShutdown(() => undefined);
  const loadDevTools = vi.fn(() => import("@dev/index"));
  const parts = { build: stubBuild({}), loadDevTools, calendarReader: "" };
  const options = { environment, shutdown, ...parts, stripeAddress: addressOf(service) };
  const start = startBreathroom(options);
  await expect(start).rejects.toMatchObject({ name: "StartError", message: rejected });
  shutdown.enable();
  await shutdown.run(1);
  expect(service.asked).toEqual(["/v1/balance"]);
  expect(loadDevTools).not.toHaveBeenCalled();
});

test.for<[string, number, object]>([
  ["accepts the key", 200, { object: "balance", available: [], pending: [] }],
  ["accepts a restricted key that may not read the balance", 403, refused("invalid_request_error")],
  ["has a fault", 500, refused("api_error")],
  ["answers nonsense", 200, []],
])("starts when Stripe %s", async ([, status, body], { service, app }) => {
  const log = captureLog(app.services);
  service.answer(body, status);
  const client = createStripeClient({ secretKey: "sk_live_1234", ...addressOf(service) });
  await expect(checkStripeKey(client, app.services.log)).resolves.toBeUndefined();
  expect(log.lines().map(({ level }) => level)).toEqual(status >= 500 ? [40] : []);
});

test("starts with a log line when Stripe can't be reached", async ({ service, app }) => {
  const log = captureLog(app.services);
  await service.stop();
  const client = createStripeClient({ secretKey: "sk_live_1234", ...addressOf(service) });
  await expect(checkStripeKey(client, app.services.log)).resolves.toBeUndefined();
  expect(log.lines()).toMatchObject([{ level: 40, err: { type: "StripeConnectionError" } }]);
});
