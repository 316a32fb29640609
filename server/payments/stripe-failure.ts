import Stripe from "stripe";
import { DomainError } from "../core/errors";

export const stripeFailures = [
  "unreachable",
  "too_slow",
  "key_refused",
  "not_permitted",
  "too_many_requests",
  "failing",
  "unreadable",
] as const;
export type StripeFailure = (typeof stripeFailures)[number];

class StripeTooSlowError extends Error {
  override name = "StripeTooSlowError";
}

/** A visitor reloads a page sooner than waits for retries. */
export const pageRequest = { timeout: 4000, maxNetworkRetries: 0 } satisfies Stripe.RequestOptions;

/** The time in milliseconds for all requests of a page together. */
const pagePatience = 6000;
const syncPatience = 12_000;

export async function readForPage<Answer>(
  read: (signal: AbortSignal) => Promise<Answer>,
  patience = pagePatience,
): Promise<{ found: Answer } | { failure: StripeFailure; error: unknown }> {
  const giveUp = new AbortController();
  const tooSlow = new StripeTooSlowError(`Stripe was not read within ${patience} ms`);
  const timer = setTimeout(() => giveUp.abort(tooSlow), patience);
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp.signal.addEventListener("abort", () => reject(tooSlow));
  });
  try {
    return { found: await Promise.race([read(giveUp.signal), aborted]) };
  } catch (error) {
    return { failure: stripeFailureOf(error), error };
  } finally {
    clearTimeout(timer);
  }
}

/** Throws payment_provider_failed after `patience` ms; `sync` then continues, so it must be safe to repeat. */
export async function syncForPage<Result>(sync: () => Promise<Result>, patience = syncPatience): Promise<Result> {
  const synced = await readForPage(sync, patience);
  if ("found" in synced) return synced.found;
  if (!(synced.error instanceof StripeTooSlowError)) throw synced.error;
  throw new DomainError("payment_provider_failed", "Failed to sync with Stripe. Please try again.", {
    cause: synced.error,
  });
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DomainError) return error.cause instanceof StripeTooSlowError;
  return error instanceof Stripe.errors.StripeConnectionError;
}

/** Returns the reason of an error. Anything but Stripe's own errors comes from reading its answer. */
export function stripeFailureOf(error: unknown): StripeFailure {
  const { errors } = Stripe;
  if (error instanceof StripeTooSlowError) return "too_slow";
  if (error instanceof errors.StripeConnectionError) return isTimeout(error) ? "too_slow" : "unreachable";
  if (error instanceof errors.StripeAuthenticationError) return "key_refused";
  if (error instanceof errors.StripePermissionError) return "not_permitted";
  if (error instanceof errors.StripeRateLimitError) return "too_many_requests";
  return error instanceof errors.StripeError && error.statusCode !== undefined ? "failing" : "unreadable";
}

function isTimeout({ detail }: InstanceType<typeof Stripe.errors.StripeConnectionError>): boolean {
  return typeof detail === "object" && "code" in detail && detail.code === "ETIMEDOUT";
}
