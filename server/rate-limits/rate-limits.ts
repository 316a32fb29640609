import { createHash } from "node:crypto";
import { rateLimits } from "@db/schema";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { networkOf } from "../core/network-of";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";

/**
 * Counts an attempt to book or to buy, by where it comes from and by who it is for: a member's account, which nobody
 * else can use up, or the address that a guest gives. Throws rate_limited and busy.
 */
export async function limitBookingRate(ctx: Context, { email }: { email?: string | undefined } = {}): Promise<void> {
  await spendAttempt(ctx, "booking from address", networkOf(ctx.visitor.address));
  const account = ctx.user?.id ?? email?.toLowerCase();
  if (account) await spendAttempt(ctx, "booking of account", account);
}

const minute = 60;
const hour = 60 * minute;

/** How often in how many seconds, for one subject: an account (by its e-mail or id) or a network address. */
const rules = {
  /** Wrong passwords at sign-in, by account and network together. */
  "password of account from address": { times: 10, seconds: 15 * minute },
  /** The brake on guessing from many networks; far above what a stranger reaches from a few. */
  "password of account": { times: 100, seconds: hour },
  "password on known device": { times: 10, seconds: 15 * minute },
  /** Wrong passwords in a session that is open already. */
  "current password of account": { times: 10, seconds: 15 * minute },
  "sign-in from address": { times: 100, seconds: 15 * minute },
  "sign-up from address": { times: 10, seconds: hour },
  /** Mails of each kind that anybody can have sent to an account. */
  "link to account": { times: 5, seconds: hour },
  "link from address": { times: 30, seconds: hour },
  /** Mails that the instructor sends again. */
  "resent to address": { times: 5, seconds: hour },
  "code of account": { times: 10, seconds: 15 * minute },
  "booking from address": { times: 30, seconds: 10 * minute },
  /** Bookings and purchases of a member, or of a guest by the address that she gives. */
  "booking of account": { times: 30, seconds: hour },
  "discount code from address": { times: 60, seconds: 10 * minute },
  "waitlist from address": { times: 30, seconds: 10 * minute },
  /** Mails that anybody can have sent to an address by putting it on waitlists. */
  "waitlist of account": { times: 10, seconds: hour },
  "share from address": { times: 20, seconds: hour },
  /** Mails that anybody can have sent to an address by sharing a session with it. */
  "share to address": { times: 3, seconds: 24 * hour },
} as const;
type RateRule = keyof typeof rules;

/** Rules whose limit locks an account for a while. */
const lockingRules: ReadonlySet<RateRule> = new Set([
  "password of account from address",
  "password of account",
  "password on known device",
  "current password of account",
  "code of account",
]);

/** People try things out in the demo, many from one address. */
const demoFactor = 10;

type Limited = Pick<Services, "db" | "log" | "settings">;

/** The rule as it holds here. */
export function rateLimit({ isLive }: { isLive: boolean }, rule: RateRule): { times: number; seconds: number } {
  const { times, seconds } = rules[rule];
  return { times: isLive ? times : times * demoFactor, seconds };
}

/**
 * Counts an attempt, before it is made: attempts at the same moment, in any process, can't slip past the limit.
 * Throws rate_limited with the seconds until the next, and busy when it can't be counted.
 */
export async function spendAttempt(services: Limited, rule: RateRule, subject: string): Promise<void> {
  const wait = await consume(services, rule, subject);
  if (wait === 0) return;
  const minutes = Math.ceil(wait / minute);
  throw new DomainError(
    "rate_limited",
    `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfterSeconds: wait },
  );
}

/** The same for what is left undone beyond the limit without a word. Throws busy when it can't be counted. */
export async function maySpend(services: Limited, rule: RateRule, subject: string): Promise<boolean> {
  return (await consume(services, rule, subject)) === 0;
}

/** Takes an attempt back that turned out to be a rightful one. */
export async function giveBackAttempt(services: Limited, rule: RateRule, subject: string): Promise<void> {
  await quietly(services, () => limiterFor(services, rule).reward(keyOf(subject)));
}

/** Forgets all attempts on a subject, once its owner has proved to be its owner. */
export async function forgetAttempts(services: Limited, rule: RateRule, subject: string): Promise<void> {
  await quietly(services, () => limiterFor(services, rule).delete(keyOf(subject)));
}

/** Seconds to wait, 0 for none. */
async function consume(services: Limited, rule: RateRule, subject: string): Promise<number> {
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

/** An attempt too many on the count is nothing to fail for. */
async function quietly({ log }: Limited, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => log.error({ err: error }, "attempts can't be taken back"));
}

/** The clean-up job removes what has run out; timers of the library's own would do it once for each request. */
function limiterFor({ db, settings }: Limited, rule: RateRule): RateLimiterDrizzle {
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

/** Of one length, and no list of e-mail addresses. */
const keyOf = (subject: string) => createHash("sha256").update(subject).digest("base64url");
