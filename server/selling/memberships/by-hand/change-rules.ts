import Stripe from "stripe";
import type { Queryable } from "@db/client";
import type { Membership } from "@db/schema";
import { endAfter } from "../../../core/last-days";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { lastDayOf } from "../../../catalogue/passes/period";
import { readPeriods } from "../periods/change-membership";
import { endOfGiven, followingStart, lastGivenEnd, monthsAfter } from "../periods/periods";
import type { MembershipChange } from "../schemas";
import { isRenewed } from "../stripe/change-renewal";
import { isRevivable } from "../transitions";

type RuleServices = Pick<Services, "clock" | "settings">;
type Span = { startsAt: Date; endsAt: Date };

/** How long the instructor may pause a membership, in months. */
const longestPause = 3;

/** Throws closed for a membership to which no period can be added. */
function requireGoingOn({ source, state, endedAt }: Membership, now: Date): void {
  if (state === "paused") throw new DomainError("closed", "This membership is paused. Resume it first.");
  if (source === "stripe" && state === "pending") throw new DomainError("closed", "It begins with its first payment.");
  if (endedAt && !isRevivable({ state, endedAt }, now)) {
    throw new DomainError("closed", "This membership is over. Add the member anew.");
  }
}

/** Returns the period by which a membership that is paid elsewhere is extended. Throws closed, invalid. */
export function periodToExtend(
  { clock, settings }: RuleServices,
  membership: Membership,
  { lastDay }: Pick<MembershipChange, "lastDay">,
): Span {
  const now = clock.now();
  requireGoingOn(membership, now);
  if (membership.source !== "outside") throw new DomainError("closed", "Stripe extends this membership.");
  const zone = settings.siteTimeZone;
  const startsAt = followingStart(membership.accessUntil, now);
  const endsAt = endAfter(lastDay, zone);
  if (endsAt > startsAt) return { startsAt, endsAt };
  throw new DomainError("invalid", `Choose a day after ${lastDayOf(startsAt, zone)}.`, { field: "lastDay" });
}

/** Returns the period of months that are given free of charge. Throws closed, invalid (more than Stripe can wait for). */
export async function periodToGive(
  db: Queryable,
  { clock, settings }: RuleServices,
  membership: Membership,
  { months }: Pick<MembershipChange, "months">,
): Promise<Span> {
  const now = clock.now();
  const zone = settings.siteTimeZone;
  requireGoingOn(membership, now);
  const startsAt = followingStart(membership.accessUntil, now);
  const endsAt = endOfGiven(await readPeriods(db, membership), startsAt, months, zone);
  if (!isRenewed(membership)) return { startsAt, endsAt };
  if (membership.state !== "active") {
    throw new DomainError("closed", "Only a membership that goes on can be given months.");
  }
  const last = lastGivenEnd(now, zone);
  if (endsAt <= last) return { startsAt, endsAt };
  const message = `Stripe can wait for two years at most: until ${lastDayOf(last, zone)}.`;
  throw new DomainError("invalid", message, { field: "months" });
}

/** Returns when a pause ends by itself that begins now. Throws closed, invalid. */
export function endOfPause(
  { clock, settings }: RuleServices,
  { state, accessUntil }: Membership,
  { until }: Pick<MembershipChange, "until">,
): Date {
  const now = clock.now();
  const zone = settings.siteTimeZone;
  const isOver = !accessUntil || accessUntil <= now;
  if (state !== "active" || isOver) throw new DomainError("closed", "Only a membership that goes on can be paused.");
  const end = endAfter(until, zone);
  if (end > now && end <= monthsAfter(now, longestPause, zone)) return end;
  throw new DomainError("invalid", `Choose a day within ${longestPause} months from today.`, { field: "until" });
}

/** Throws closed for a membership that is not paused. */
export function requirePaused({ state }: Membership): void {
  if (state !== "paused") throw new DomainError("closed", "This membership is not paused.");
}

/** Says by the months that Stripe takes no such day, though it should by what it publishes. */
export function refusedMonths(error: unknown): never {
  const cause = error instanceof DomainError ? error.cause : undefined;
  const isRefused = cause instanceof Stripe.errors.StripeInvalidRequestError && cause.param === "trial_end";
  if (!isRefused) throw error;
  const message = `Stripe can’t wait that long: ${cause.message} Please give fewer months.`;
  throw new DomainError("invalid", message, { field: "months", cause: error });
}
