const loopbackHost = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const liveStripeKey = /^(sk|rk)_live_\w+$/;
const testStripeKey = /^(sk|rk)_test_\w+$/;
const webhookSecret = /^whsec_[\w+/=-]{16,}$/;
const resendKey = /^re_\w+$/;
const sender = /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** Stripe's shortest Checkout session is 30 minutes; one more allows for clock differences. */

/** These receive personal data or keys, so plain http is accepted for loopback addresses only. */
const serviceAddresses = [
  "RESEND_BASE_URL",
  "EXCHANGE_RATES_URL",
  "GEOLOCATION_URL",
  "S3_ENDPOINT",
  "BACKUP_S3_ENDPOINT",
  "ERRORS_DSN",
] as const;

type TypedSettings = { MAIL_FROM: string; LOCAL_CALENDARS: string } & Partial<
  Record<
    "SITE_URL" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "RESEND_API_KEY" | (typeof serviceAddresses)[number],
    string | undefined
  >
>;

export function liveProblems(raw: TypedSettings): string[] {
  const wrong = (isWrong: boolean, problem: string) => (isWrong ? [problem] : []);
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, RESEND_API_KEY: mailKey } = raw;
  return [
    ...wrong(raw.LOCAL_CALENDARS !== "0", "LOCAL_CALENDARS: only for demo and tests; leave it out when live"),
    ...wrong(isPlainHttp(raw.SITE_URL), "SITE_URL: must be an https address when live"),
    ...wrong(!matches(liveStripeKey, key), "STRIPE_SECRET_KEY: must begin with sk_live_ or rk_live_ when live"),
    ...wrong(!matches(webhookSecret, secret), "STRIPE_WEBHOOK_SECRET: must be whsec_… as Stripe shows it"),
    ...wrong(!matches(resendKey, mailKey), "RESEND_API_KEY: must be re_… as Resend shows it"),
    ...wrong(!matches(sender, raw.MAIL_FROM), "MAIL_FROM: must be an address, or a name and <an address>"),
    ...serviceAddresses
      .filter((name) => isPlainHttp(raw[name]) && !isLoopback(raw[name]))
      .map((name) => `${name}: must be an https address when live`),
  ];
}

/** Returns the settings of a demo that look live: a demo's admin password is public. */
export function demoProblems(raw: TypedSettings): string[] {
  const looksLive = (isLive: boolean, name: string, what: string) =>
    isLive ? [`${name}: ${what}; set MODE=live, or leave it out for a demo`] : [];
  const { STRIPE_SECRET_KEY: key, RESEND_API_KEY: mailKey } = raw;
  const isMailStandIn = raw.RESEND_BASE_URL !== undefined && isLoopback(raw.RESEND_BASE_URL);
  return [
    ...looksLive(!isLocalSite(raw.SITE_URL), "SITE_URL", "a demo is http and on this machine only"),
    ...looksLive(!matches(testStripeKey, key), "STRIPE_SECRET_KEY", "a demo takes test keys (sk_test_…) only"),
    ...looksLive(mailKey !== undefined && !isMailStandIn, "RESEND_API_KEY", "a demo sends no mail"),
    ...(Boolean(key) === Boolean(raw.STRIPE_WEBHOOK_SECRET)
      ? []
      : ["STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: set both or neither"]),
  ];
}

const matches = (pattern: RegExp, value: string | undefined): boolean => value === undefined || pattern.test(value);

const isPlainHttp = (address: string | undefined): boolean =>
  address !== undefined && new URL(address).protocol === "http:";

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopbackHost.test(new URL(address).hostname);

const isLocalSite = (address: string | undefined): boolean =>
  address === undefined || (isPlainHttp(address) && isLoopback(address));
