import { formKeys } from "@db/schema";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { formDigest } from "../../../core/forms";
import { endAfter } from "../../../core/last-days";
import { lastDayOf } from "../../../catalogue/passes/period";
import { readPeriods } from "../change-membership";
import { endOfGiven, followingStart, lastGivenEnd, monthsAfter } from "../periods";
import type { MembershipChange } from "../schemas";
import { byHandIn } from "./by-hand";
import { changeRenewal, type RenewedMembership } from "./change-renewal";
import { tellStripe } from "./leave-renewed";

/** How long the instructor may pause a membership, in months. */
const longestPause = 3;

/**
 * Tells Stripe of what the instructor does with a membership that it renews, before our books follow. Throws closed,
 * invalid, payment_provider_failed.
 */
export async function tellOfChange(
  ctx: MemberContext,
  membership: RenewedMembership,
  change: MembershipChange,
): Promise<void> {
  const { state } = membership;
  const now = ctx.clock.now();
  const zone = ctx.settings.siteTimeZone;
  const byHand = { formKey: change.formKey, reason: change.reason };
  const tell = (told: Parameters<typeof changeRenewal>[2]) =>
    tellStripe(ctx, () => changeRenewal(ctx, membership, told));
  switch (change.kind) {
    case "extend":
      throw new DomainError("closed", "Stripe extends this membership.");
    case "give": {
      if (state !== "active") {
        throw new DomainError("closed", "Only a membership that goes on can be given months.");
      }
      const startsAt = followingStart(membership.accessUntil, now);
      const until = endOfGiven(await readPeriods(ctx.db, membership), startsAt, change.months, zone);
      const last = lastGivenEnd(now, zone);
      if (until > last) {
        const message = `Stripe can wait for two years at most: until ${lastDayOf(last, zone)}.`;
        throw new DomainError("invalid", message, { field: "months" });
      }
      return tell({ kind: "give", until, byHand }).catch(refusedMonths);
    }
    case "pause": {
      if (state !== "active") throw new DomainError("closed", "Only a membership that goes on can be paused.");
      const until = endAfter(change.until, zone);
      if (until <= now || until > monthsAfter(now, longestPause, zone)) {
        const message = `Choose a day within ${longestPause} months from today.`;
        throw new DomainError("invalid", message, { field: "until" });
      }
      return tell({ kind: "pause", until, byHand });
    }
    case "resume":
      if (state !== "paused") throw new DomainError("closed", "This membership is not paused.");
      return tell({ kind: "resume", byHand });
    case "end":
      return tell(change.when === "now" ? { kind: "end", byHand } : { kind: "cancel", comment: "", byHand });
  }
}

/** Says by the months that Stripe takes no such day, though it should by what it publishes. */
function refusedMonths(error: unknown): never {
  const cause = error instanceof DomainError ? error.cause : undefined;
  const isRefused = cause instanceof Stripe.errors.StripeInvalidRequestError && cause.param === "trial_end";
  if (!isRefused) throw error;
  const message = `Stripe can’t wait that long: ${cause.message} Please give fewer months.`;
  throw new DomainError("invalid", message, { field: "months", cause: error });
}

/**
 * Returns whether a form has done at Stripe what it asks for: its process may have died before our books had all of it.
 * Throws payment_provider_failed.
 */
export async function isToldBy(
  ctx: MemberContext,
  { reference }: RenewedMembership,
  { kind, formKey }: MembershipChange,
): Promise<boolean> {
  const effect = kind in effects ? effects[kind as keyof typeof effects] : undefined;
  if (!effect) return false;
  const subscription = await tellStripe(ctx, () => ctx.stripe.client.subscriptions.retrieve(reference));
  return byHandIn(subscription, effect)?.formKey === formKey;
}

const effects = { give: "given", pause: "paused", resume: "resumed" } as const;

/** Returns whether a form was carried out before. */
export async function isDone(ctx: MemberContext, change: MembershipChange, procedure: string): Promise<boolean> {
  const digest = formDigest(ctx, { procedure, formKey: change.formKey, input: change });
  return (await ctx.db.$count(formKeys, eq(formKeys.digest, digest))) > 0;
}
