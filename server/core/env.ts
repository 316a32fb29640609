import { z } from "zod";
import { StartError } from "@db/errors";
import { backupFields, backupFrom, backupProblems } from "./backup-settings";
import { demoProblems, liveProblems } from "./check-mode";
import { nameIn, typedEmail } from "./email-address";
import { encryptionKeysSetting } from "./encryption";
import { s3From, storageFields, storageProblems } from "./storage-settings";

const webAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const errorsAddress = webAddress.refine(
  (address) => URL.canParse(address) && new URL(address).username !== "" && /\/\d+$/.test(new URL(address).pathname),
  "must be an address with a key and a project's number, such as https://key@errors.example/1",
);
const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}, "must be a time zone such as Europe/London");

const wholeNumber = (min: number, max: number) =>
  z.coerce.number({ error: "must be a number" }).int("must be a whole number").min(min).max(max);

const secretsIn = (list: string): string[] => list.split(",").map((secret) => secret.trim());

const environmentSchema = z.object({
  MODE: z.enum(["demo", "live"], { error: "must be demo or live" }).default("demo"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default(".data"),
  BREATHROOM_NO_INSTALL: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(10),
  ROLE: z.enum(["all", "web", "worker"], { error: "must be all, web or worker" }).default("all"),
  WEB_CONCURRENCY: wholeNumber(1, 64).default(1),
  DRAIN_SECONDS: wholeNumber(0, 60).optional(),
  SITE_URL: webAddress.optional(),
  SITE_TIME_ZONE: timeZone.default("Europe/London"),
  COOKIE_SECRET: z
    .string()
    .refine((list) => secretsIn(list).every(({ length }) => length >= 32), "must have at least 32 characters each")
    .transform(secretsIn)
    .default([]),
  ENCRYPTION_KEYS: encryptionKeysSetting.default([]),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  RESEND_API_KEY: z.string().optional(),
  RESEND_BASE_URL: webAddress.optional(),
  RESEND_REQUESTS_PER_SECOND: wholeNumber(1, 1000).default(2),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "must be the signing secret of the webhook, whsec_…")
    .optional(),
  ...storageFields,
  ...backupFields,
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  ERRORS_DSN: errorsAddress.optional(),
  FFMPEG_PATH: z.string().optional(),
  /** The system's own: where programs are found. */
  PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
  EXCHANGE_RATES_URL: webAddress.optional(),
  GEOLOCATION_URL: webAddress.optional(),
  LOCAL_CALENDARS: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0"),
  MAIL_FROM: z.string().default("Breathroom <hello@breathroom.example>"),
  ADMIN_EMAIL: typedEmail("must be an email address").optional(),
});
type RawSettings = z.infer<typeof environmentSchema>;

/** Each with what it is, or where to find it. */
export const requiredWhenLive = {
  SITE_URL: "the address that visitors type, such as https://breathe.example",
  STRIPE_SECRET_KEY: "at https://dashboard.stripe.com/apikeys",
  STRIPE_WEBHOOK_SECRET:
    "the signing secret of the endpoint SITE_URL/webhooks/stripe, at https://dashboard.stripe.com/webhooks",
  RESEND_API_KEY: "at https://resend.com/api-keys",
  MAIL_FROM: "the sender, at a domain that is verified at https://resend.com/domains",
  ADMIN_EMAIL: "your own address, which is told of bookings",
} as const satisfies Partial<Record<keyof RawSettings, string>>;

const requiredWhenShared = {
  COOKIE_SECRET: "32 random characters or more, as from: openssl rand -hex 32",
  ENCRYPTION_KEYS: 'an id and 32 random bytes, as from: echo "k1:$(openssl rand -base64 32)"',
} as const satisfies Partial<Record<keyof RawSettings, string>>;

export class SettingsError extends StartError {
  override name = "SettingsError";

  constructor(readonly problems: string[]) {
    super(problems.map((problem) => `Setting ${problem}`).join("\n"));
  }
}

/** Reads all settings; nothing else reads `process.env`. Throws a SettingsError that lists every problem. */
export function readSettings(environment: Record<string, string | undefined>) {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(filled);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const isLive = parsed.data.MODE === "live";
  const ofMode = isLive ? [...missingLive(filled), ...liveProblems(parsed.data)] : demoProblems(parsed.data);
  const problems = [
    ...ofMode,
    ...[storageProblems, backupProblems, databaseProblems, roleProblems].flatMap((find) => find(parsed.data)),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  return settingsFrom(parsed.data);
}

export type Settings = ReturnType<typeof readSettings>;

function missingLive(variables: Record<string, unknown>): string[] {
  const missing = Object.entries(requiredWhenLive).filter(([name]) => variables[name] === undefined);
  // Other machines may share the database, and would make secrets of their own.
  const unshared = Object.entries(requiredWhenShared).filter(
    ([name]) => variables.DATABASE_URL !== undefined && variables[name] === undefined,
  );
  return [
    ...missing.map(([name, where]) => `${name}: missing (MODE=live): ${where}`),
    ...unshared.map(([name, how]) => `${name}: missing (MODE=live with DATABASE_URL): ${how}`),
  ];
}

function databaseProblems(raw: RawSettings): string[] {
  if (!raw.DATABASE_DIRECT_URL) return [];
  return raw.DATABASE_URL ? [] : ["DATABASE_DIRECT_URL: only with DATABASE_URL"];
}

function roleProblems({ ROLE: role, WEB_CONCURRENCY: count, DATABASE_URL: database, SITE_URL: site }: RawSettings) {
  return [
    ...(role === "all" || database ? [] : [`ROLE: ${role} shares its database with others; set DATABASE_URL`]),
    ...(role !== "worker" || site ? [] : ["SITE_URL: missing (ROLE=worker, whose mails lead there)"]),
    ...(role !== "worker" || count === 1 ? [] : ["WEB_CONCURRENCY: not with ROLE=worker, which serves no pages"]),
  ];
}

function settingsFrom(raw: RawSettings) {
  const isLive = raw.MODE === "live";
  const adminEmail = raw.ADMIN_EMAIL ?? "admin@example.com";
  return {
    isLive,
    port: raw.PORT,
    host: raw.HOST ?? (isLive ? "0.0.0.0" : "127.0.0.1"),
    dataDir: raw.DATA_DIR,
    mayCreateUser: raw.BREATHROOM_NO_INSTALL !== "1",
    databaseUrl: raw.DATABASE_URL,
    database: {
      /** The address for what needs a session of PostgreSQL's own, behind a pooler that lends one per transaction. */
      directUrl: raw.DATABASE_DIRECT_URL,
      max: raw.DATABASE_POOL_SIZE,
      isPooled: raw.DATABASE_DIRECT_URL !== undefined,
    },
    role: raw.ROLE,
    /** Above 1, this process serves no pages itself. */
    webConcurrency: raw.WEB_CONCURRENCY,
    /** Only a process for pages surely has others beside it, which take over. */
    drainSeconds: raw.DRAIN_SECONDS ?? (raw.ROLE === "web" ? 5 : 0),
    siteUrl: (raw.SITE_URL ?? `http://localhost:${raw.PORT}`).replace(/\/+$/, ""),
    /** The name until the instructor sets another one. */
    siteName: nameIn(raw.MAIL_FROM) || "Breathroom",
    siteTimeZone: raw.SITE_TIME_ZONE,
    /** The first signs and encrypts, all verify and decrypt. Never empty once the site has started. */
    cookieSecrets: raw.COOKIE_SECRET,
    /** The first encrypts, all decrypt. Never empty once the site has started. */
    encryptionKeys: raw.ENCRYPTION_KEYS,
    trustProxy: raw.TRUST_PROXY,
    logLevel: raw.LOG_LEVEL,
    stripe:
      raw.STRIPE_SECRET_KEY && raw.STRIPE_WEBHOOK_SECRET
        ? { secretKey: raw.STRIPE_SECRET_KEY, webhookSecret: raw.STRIPE_WEBHOOK_SECRET }
        : undefined,
    resend: raw.RESEND_API_KEY
      ? {
          apiKey: raw.RESEND_API_KEY,
          baseUrl: raw.RESEND_BASE_URL,
          requestsPerSecond: raw.RESEND_REQUESTS_PER_SECOND,
        }
      : undefined,
    resendWebhookSecret: raw.RESEND_WEBHOOK_SECRET,
    s3: s3From(raw),
    backup: backupFrom(raw),
    mediaRedirect: raw.MEDIA_REDIRECT === "1",
    /** The location of nginx that holds `DATA_DIR/media`. */
    mediaAccelLocation: raw.MEDIA_ACCEL_LOCATION,
    /** What prepares recordings: a program, or where to look for one. */
    ffmpeg: { file: raw.FFMPEG_PATH, searchPath: raw.PATH },
    metricsToken: raw.METRICS_TOKEN,
    /** The address of a service that takes errors as Sentry does. */
    errorsDsn: raw.ERRORS_DSN,
    /** 0: every page is rendered. */
    finishedPagesMb: 32,
    /** Whether calendars may be at 127.0.0.1, without encryption. */
    allowsLocalCalendars: raw.LOCAL_CALENDARS === "1",
    mailFrom: raw.MAIL_FROM,
    exchangeRatesUrl: raw.EXCHANGE_RATES_URL,
    geolocationUrl: raw.GEOLOCATION_URL,
    adminEmail,
    marketing: isLive ? noLinks(adminEmail) : exampleLinks,
  };
}

/** The links of a site until the instructor sets them. An empty address is not linked. */
const noLinks = (adminEmail: string) => ({
  about: "",
  workshops: "",
  corporate: "",
  mothers: "",
  birth: "",
  contact: `mailto:${adminEmail}`,
  social: { name: "Instagram", url: "" },
});

const exampleSite = "https://www.breathroom.example";
const exampleLinks: ReturnType<typeof noLinks> = {
  about: "",
  workshops: `${exampleSite}/workshops`,
  corporate: `${exampleSite}/corporate`,
  mothers: `${exampleSite}/mothers`,
  birth: `${exampleSite}/birth`,
  contact: `${exampleSite}/contact`,
  social: { name: "Instagram", url: "https://www.instagram.com/breathroom.example" },
};

/** What earlier versions read here and the back office sets now. */
const movedToSettings = [
  ...["SITE_NAME", "ABOUT_URL", "WORKSHOPS_URL", "CORPORATE_URL", "MOTHERS_URL", "BIRTH_URL", "CONTACT_URL"],
  ...["SOCIAL_URL", "SOCIAL_NAME", "MAX_VIDEO_MB"],
];

/** Returns a line for the start if the environment sets what only the back office sets now. */
export function movedSettings(environment: Record<string, string | undefined>): string[] {
  const names = movedToSettings.filter((name) => environment[name]);
  if (names.length === 0) return [];
  return [
    `  Settings ${names.join(", ")} ${names.length === 1 ? "is" : "are"} read no more: use Settings in the back office`,
  ];
}
