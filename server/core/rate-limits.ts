import { createHash } from "node:crypto";
import { rateLimits } from "@db/schema";
import ipaddr from "ipaddr.js";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import type { Context } from "./context";
import { DomainError } from "./errors";
import { logSecurityEvent } from "./security-log";
import type { Services } from "./services";

/** Counts by network and by account; a guest counts by email address. Throws rate_limited and busy. */
export async function limitBookingRate(ctx: Context, { email }: { email?: string | undefined } = {}): Promise<void> {
  await countAttempt(ctx, "booking from address", networkOf(ctx.visitor.address));
  const account = ctx.user?.id ?? email?.toLowerCase();
  if (account) await countAttempt(ctx, "booking of account", account);
}

const minute = 60;
const hour = 60 * minute;

const rules = {
  "password of account from address": { times: 10, seconds: 15 * minute },
  /** Stops guessing from many networks; far above what one attacker reaches from a few. */
  "password of account": { times: 100, seconds: hour },
  "password on known device": { times: 10, seconds: 15 * minute },
  "current password of account": { times: 10, seconds: 15 * minute },
  "sign-in from address": { times: 100, seconds: 15 * minute },
  "sign-up from address": { times: 10, seconds: hour },
  /** Mails that anyone can trigger. */
  "link to account": { times: 5, seconds: hour },
  "link from address": { times: 30, seconds: hour },
  "resent to address": { times: 5, seconds: hour },
  "set-up code from address": { times: 10, seconds: 15 * minute },
  "set-up code": { times: 100, seconds: hour },
  "code of account": { times: 10, seconds: 15 * minute },
  "booking from address": { times: 30, seconds: 10 * minute },
  "booking of account": { times: 30, seconds: hour },
  "confirmation of booking": { times: 3, seconds: hour },
  "booking links from address": { times: 20, seconds: hour },
  "booking links to address": { times: 3, seconds: hour },
  "withdrawal from address": { times: 10, seconds: hour },
  /** More than from one network, so that one person cannot stop another's withdrawal. */
  "withdrawal to address": { times: 20, seconds: hour },
  "discount code from address": { times: 60, seconds: 10 * minute },
  /** Codes that no gift card has. */
  "gift card from address": { times: 20, seconds: 15 * minute },
  "waitlist from address": { times: 30, seconds: 10 * minute },
  "waitlist of account": { times: 10, seconds: hour },
  "announcements from address": { times: 20, seconds: hour },
  "share from address": { times: 20, seconds: hour },
  "share to address": { times: 3, seconds: 24 * hour },
  /** Each has its buyer's words in it. */
  "gift card sent again": { times: 3, seconds: 24 * hour },
  "gift cards from address": { times: 10, seconds: 24 * hour },
  "gift cards to address": { times: 3, seconds: 24 * hour },
} as const;
type RateRule = keyof typeof rules;

const lockingRules: ReadonlySet<RateRule> = new Set([
  "password of account from address",
  "password of account",
  "password on known device",
  "current password of account",
  "code of account",
]);

const demoFactor = 10;

type LimiterServices = Pick<Services, "db" | "log" | "settings">;

export function rateLimit({ isLive }: { isLive: boolean }, rule: RateRule): { times: number; seconds: number } {
  const { times, seconds } = rules[rule];
  return { times: isLive ? times : times * demoFactor, seconds };
}

/** Counts before the attempt, so that concurrent attempts can't exceed the limit. Throws rate_limited, busy. */
export async function countAttempt(services: LimiterServices, rule: RateRule, subject: string): Promise<void> {
  const wait = await consume(services, rule, subject);
  if (wait === 0) return;
  throw new DomainError("rate_limited", `Too many attempts. Please try again in ${printWait(wait)}.`, {
    retryAfterSeconds: wait,
  });
}

function printWait(seconds: number): string {
  const [count, unit] = seconds > 2 * hour ? [seconds / hour, "hour"] : [seconds / minute, "minute"];
  return `${Math.ceil(count)} ${unit}${Math.ceil(count) === 1 ? "" : "s"}`;
}

/** Returns false instead of throwing rate_limited. Throws busy. */
export async function tryCountAttempt(services: LimiterServices, rule: RateRule, subject: string): Promise<boolean> {
  return (await consume(services, rule, subject)) === 0;
}

export async function uncountAttempt(services: LimiterServices, rule: RateRule, subject: string): Promise<void> {
  await ignoreFailure(services, () => limiterFor(services, rule).reward(keyOf(subject)));
}

export async function forgetAttempts(services: LimiterServices, rule: RateRule, subject: string): Promise<void> {
  await ignoreFailure(services, () => limiterFor(services, rule).delete(keyOf(subject)));
}

async function consume(services: LimiterServices, rule: RateRule, subject: string): Promise<number> {
  try {
    await limiterFor(services, rule).consume(keyOf(subject));
    return 0;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) {
      logSecurityEvent(services, lockingRules.has(rule) ? "locked_out" : "rate_limited", { reason: rule });
      return Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
    }
    services.log.error({ err: reason, rule }, "attempts can't be counted");
    throw new DomainError("busy", "That did not go through. Please try again in a moment.", { cause: reason });
  }
}

/** A failed correction must not fail the request. */
async function ignoreFailure({ log }: LimiterServices, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => log.error({ err: error }, "attempts can't be taken back"));
}

/** The clean-up job removes expired rows; the library's timers would do so once per request. */
function limiterFor({ db, settings }: LimiterServices, rule: RateRule): RateLimiterDrizzle {
  const { times, seconds } = rateLimit(settings, rule);
  return new RateLimiterDrizzle({
    storeClient: db,
    schema: rateLimits,
    keyPrefix: rule,
    points: times,
    duration: seconds,
    clearExpiredByTimeout: false,
  });
}

/** Hashed, to store no email addresses. */
const keyOf = (subject: string) => createHash("sha256").update(subject).digest("base64url");

/** Returns the network that rate limits count: the IPv4 address, or the /64 that one IPv6 subscriber has. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
