import { expect, test } from "vitest";
import { movedSettings, readSettings, requiredWhenLive, SettingsError } from "@server/core/env";

const live = {
  MODE: "live",
  SITE_URL: "https://breathe.example",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
  RESEND_API_KEY: "re_x",
  MAIL_FROM: "Ada <ada@breathe.example>",
  ADMIN_EMAIL: "ada@breathe.example",
};

function problemsOf(environment: Record<string, string | undefined>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test("runs as a demo on loopback with nothing set", () => {
  expect(readSettings({})).toMatchObject({
    isLive: false,
    port: 3000,
    host: "127.0.0.1",
    dataDir: ".data",
    siteUrl: "http://localhost:3000",
    siteTimeZone: "Europe/London",
    stripe: undefined,
    resend: undefined,
    exchangeRatesUrl: undefined,
    geolocationUrl: undefined,
  });
});

test("treats an empty setting as absent", () => {
  expect(readSettings({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test("lists all problems at once", () => {
  const problems = problemsOf({ PORT: "99999", SITE_URL: "breathe", SITE_TIME_ZONE: "Mars/Olympus", MODE: "on" });
  expect(problems.map((problem) => problem.split(":")[0])).toEqual(["MODE", "PORT", "SITE_URL", "SITE_TIME_ZONE"]);
});

test("starts live with six settings, without the pages of another site", () => {
  expect(Object.keys(live).filter((name) => name !== "MODE")).toEqual(Object.keys(requiredWhenLive));
  expect(problemsOf(live)).toEqual([]);
  expect(readSettings(live)).toMatchObject({
    isLive: true,
    host: "0.0.0.0",
    siteUrl: "https://breathe.example",
    marketing: { about: "", workshops: "", contact: "mailto:ada@breathe.example", social: { url: "" } },
  });
});

test("names what is read no more, and takes the site's name from the sender", () => {
  expect(movedSettings({ MODE: "live" })).toEqual([]);
  expect(movedSettings({ SITE_NAME: "Calm", ABOUT_URL: "https://a.example" })).toEqual([
    expect.stringMatching(/SITE_NAME, ABOUT_URL are read no more: use Settings/),
  ]);
  expect(readSettings({ ...live, MAIL_FROM: "Calm Rooms <ada@breathe.example>" }).siteName).toBe("Calm Rooms");
  expect(readSettings({ ...live, MAIL_FROM: "ada@breathe.example" }).siteName).toBe("Breathroom");
});

test("a live site that shares its database needs secrets to share", () => {
  const shared = { ...live, DATABASE_URL: "postgres://app@db.example/breathroom" };
  expect(problemsOf(shared)).toEqual([
    expect.stringMatching("^COOKIE_SECRET: missing"),
    expect.stringMatching("^ENCRYPTION_KEYS: missing"),
  ]);
  const secrets = { COOKIE_SECRET: "c".repeat(32), ENCRYPTION_KEYS: `k1:${"A".repeat(43)}=` };
  expect(problemsOf({ ...shared, ...secrets })).toEqual([]);
});

test.each(Object.keys(live).filter((name) => name !== "MODE"))("refuses to start live without %s", (name) => {
  expect(problemsOf({ ...live, [name]: undefined })).toEqual([
    expect.stringMatching(`^${name}: missing \\(MODE=live\\): `),
  ]);
});

const refusedLive: [string, string][] = [
  ["LOCAL_CALENDARS", "1"],
  ["SITE_URL", "http://breathe.example"],
  ["SITE_URL", "http://localhost:3000"],
  ["STRIPE_SECRET_KEY", "sk_test_4eC39HqLyjWDarjtT1zdp7dc"],
  ["STRIPE_SECRET_KEY", "rk_test_4eC39HqLyjWDarjtT1zdp7dc"],
  ["STRIPE_SECRET_KEY", "pk_live_4eC39HqLyjWDarjtT1zdp7dc"],
  ["STRIPE_SECRET_KEY", "my key"],
  ["STRIPE_WEBHOOK_SECRET", "we_1MtNhpLkdIwHu7ix"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_"],
  ["RESEND_API_KEY", "sk_live_x"],
  ["MAIL_FROM", "Ada"],
  ["RESEND_BASE_URL", "http://mail.example"],
  ["EXCHANGE_RATES_URL", "http://rates.example/v1"],
  ["EXCHANGE_RATES_URL", "http://127.0.0.1.rates.example"],
  ["GEOLOCATION_URL", "http://geo.example/{ip}/json"],
  ["GEOLOCATION_URL", "http://localhost.geo.example/{ip}"],
];

test.each(refusedLive)("live refuses %s=%s", (name, value) => {
  expect(problemsOf({ ...live, [name]: value })).toEqual([expect.stringMatching(`^${name}: `)]);
});

test.each([
  ["STRIPE_SECRET_KEY", "rk_live_x"],
  ["MAIL_FROM", "ada@breathe.example"],
  ["RESEND_BASE_URL", "http://127.0.0.1:4010"],
  ["EXCHANGE_RATES_URL", "http://localhost:4011"],
  ["GEOLOCATION_URL", "http://[::1]:4012/{ip}"],
])("live accepts %s=%s", (name, value) => {
  expect(problemsOf({ ...live, [name]: value })).toEqual([]);
});

test("live refuses an S3 endpoint without https, except on this machine", () => {
  expect(problemsOf({ ...live, ...s3, S3_ENDPOINT: "http://s3.example" })).toHaveLength(1);
  expect(problemsOf({ ...live, ...s3, S3_ENDPOINT: "http://127.0.0.1:9000" })).toEqual([]);
});

const stripeTest = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };

const looksLive: [string, Record<string, string>][] = [
  ["SITE_URL", { SITE_URL: "https://breathe.example" }],
  ["SITE_URL", { SITE_URL: "https://localhost" }],
  ["SITE_URL", { SITE_URL: "http://breathe.example" }],
  ["SITE_URL", { SITE_URL: "http://192.168.1.5:3000" }],
  ["SITE_URL", { SITE_URL: "http://localhost.breathe.example" }],
  ["STRIPE_SECRET_KEY", { ...stripeTest, STRIPE_SECRET_KEY: "sk_live_x" }],
  ["STRIPE_SECRET_KEY", { ...stripeTest, STRIPE_SECRET_KEY: "rk_live_x" }],
  ["RESEND_API_KEY", { RESEND_API_KEY: "re_x" }],
  ["RESEND_API_KEY", { RESEND_API_KEY: "re_x", RESEND_BASE_URL: "https://api.resend.com" }],
  ["RESEND_API_KEY", { RESEND_API_KEY: "re_x", RESEND_BASE_URL: "http://127.0.0.1.mail.example" }],
];

test.each(looksLive)("a demo refuses a live-looking %s: %o", (name, environment) => {
  expect(problemsOf(environment)).toEqual([expect.stringMatching(`^${name}: .* MODE=live`)]);
});

test("does not start as a demo with live settings but no MODE", () => {
  const { MODE: _, ...forgotten } = live;
  const named = problemsOf(forgotten).map((problem) => problem.split(":")[0]);
  expect(named).toEqual(["SITE_URL", "STRIPE_SECRET_KEY", "RESEND_API_KEY"]);
});

test.each<[string, Record<string, string>]>([
  ["a local address", { SITE_URL: "http://localhost:3000" }],
  ["a loopback address", { SITE_URL: "http://127.0.0.1:3000" }],
  ["a proxy", { TRUST_PROXY: "loopback" }],
  ["Stripe's test mode", stripeTest],
  ["a Resend stand-in on this machine", { RESEND_API_KEY: "re_x", RESEND_BASE_URL: "http://127.0.0.1:4010" }],
])("a demo starts with %s", (_name, environment) => {
  expect(problemsOf(environment)).toEqual([]);
});

test("reads the database's settings", () => {
  const database = { directUrl: undefined, max: 10, isPooled: false };
  expect(readSettings({})).toMatchObject({ database });
  const [pooler, direct] = ["postgres://app@pooler.example/site", "postgres://app@db.example/site"];
  const given = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct, DATABASE_POOL_SIZE: "30" };
  expect(readSettings(given)).toMatchObject({
    databaseUrl: pooler,
    database: { directUrl: direct, max: 30, isPooled: true },
  });
  expect(problemsOf({ DATABASE_DIRECT_URL: direct })).toEqual([expect.stringMatching("^DATABASE_DIRECT_URL: ")]);
});

test("refuses an incomplete Stripe account in demo mode too", () => {
  expect(problemsOf({ STRIPE_SECRET_KEY: "sk_test_x" })).toHaveLength(1);
});

test("COOKIE_SECRET is one secret or a list, each of at least 32 characters", () => {
  const [first, second] = ["a".repeat(32), "b".repeat(40)];
  expect(readSettings({}).cookieSecrets).toEqual([]);
  expect(readSettings({ COOKIE_SECRET: first }).cookieSecrets).toEqual([first]);
  expect(readSettings({ COOKIE_SECRET: `${first}, ${second}` }).cookieSecrets).toEqual([first, second]);
  for (const short of ["short", `${first},short`, `${first},`, `${first},,${second}`]) {
    expect(problemsOf({ COOKIE_SECRET: short })).toEqual([
      expect.stringMatching("^COOKIE_SECRET: must have at least 32"),
    ]);
  }
});

const s3 = {
  S3_REGION: "eu-west-2",
  S3_BUCKET: "breathe",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};

test("stores files on disk, in demo and live, unless S3 is set", () => {
  expect(readSettings({})).toMatchObject({ s3: undefined, mediaRedirect: false });
  expect(readSettings(live).s3).toBeUndefined();
  expect(readSettings({ ...s3, S3_ENDPOINT: "http://127.0.0.1:9000", MEDIA_REDIRECT: "1" })).toMatchObject({
    s3: { endpoint: "http://127.0.0.1:9000", region: "eu-west-2", bucket: "breathe", accessKeyId: "key" },
    mediaRedirect: true,
  });
  expect(readSettings({ ...live, ...s3 }).s3).toMatchObject({ endpoint: undefined, secretAccessKey: "secret" });
});

test.each(Object.keys(s3))("refuses S3 storage without %s", (name) => {
  expect(problemsOf({ ...s3, [name]: undefined })).toEqual([`${name}: missing (S3 storage)`]);
});

test("refuses an S3 endpoint alone, and redirects without S3 storage", () => {
  expect(problemsOf({ S3_ENDPOINT: "https://s3.example.com" })).toHaveLength(4);
  expect(problemsOf({ MEDIA_ACCEL_LOCATION: "stored" })).toEqual([
    "MEDIA_ACCEL_LOCATION: must be a path such as /stored-media/",
  ]);
  expect(problemsOf({ ...s3, MEDIA_ACCEL_LOCATION: "/stored/" })).toEqual([
    "MEDIA_ACCEL_LOCATION: only with files on this machine's disk",
  ]);
  expect(problemsOf({ MEDIA_REDIRECT: "1" })).toEqual(["MEDIA_REDIRECT: only with S3 storage"]);
  expect(problemsOf({ ...s3, MEDIA_REDIRECT: "yes" })).toHaveLength(1);
});

test("drains only where other processes take over, unless told", () => {
  expect(readSettings({}).drainSeconds).toBe(0);
  expect(readSettings({ ...shared, ROLE: "worker" }).drainSeconds).toBe(0);
  expect(readSettings({ ...shared, ROLE: "web" }).drainSeconds).toBe(5);
  expect(readSettings({ ...shared, ROLE: "web", DRAIN_SECONDS: "0" }).drainSeconds).toBe(0);
  expect(readSettings({ DRAIN_SECONDS: "8" }).drainSeconds).toBe(8);
});

const shared = { DATABASE_URL: "postgres://app@db.example/breathroom", SITE_URL: "http://localhost:3000" };

test.each([
  [{ WEB_CONCURRENCY: "4" }, []],
  [{ ...shared, ROLE: "web", WEB_CONCURRENCY: "2" }, []],
  [{ ...shared, ROLE: "worker" }, []],
  [{ ROLE: "web" }, ["ROLE: web shares its database with others; set DATABASE_URL"]],
  [{ ...shared, ROLE: "worker", SITE_URL: "" }, ["SITE_URL: missing (ROLE=worker, whose mails lead there)"]],
  [
    { ...shared, ROLE: "worker", WEB_CONCURRENCY: "2" },
    ["WEB_CONCURRENCY: not with ROLE=worker, which serves no pages"],
  ],
])("finds in %j the problems %j", (environment, problems) => {
  expect(problemsOf(environment)).toEqual(problems);
});
