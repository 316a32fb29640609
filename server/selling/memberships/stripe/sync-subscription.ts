import type { Transaction } from "@db/client";
import { type Membership, type MembershipPeriod, membershipPeriods, memberships } from "@db/schema";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { lockAccountRow } from "../../../accounts/accounts";
import { readPeriods } from "../periods/change-membership";
import { lockMemberships } from "../lock";
import { addGiven } from "./add-given";
import { notePause } from "./by-hand";
import { membershipIdIn, readFacts, type SubscriptionFacts } from "./facts";
import { adoptCharged, followPlan } from "./follow-plan";
import { followSubscription, standingOf } from "./follow-subscription";
import { mailPeriod } from "./mail-period";
import { recordInvoice } from "./record-invoice";
import { releaseSchedule } from "./release-schedule";
import { trialEndFor } from "./trial-end";

const maxAttempts = 5;

/**
 * Makes a membership what Stripe says of its subscription now, whatever has happened before: the subscription and its
 * paid invoices are read again, and each invoice is recorded once. Safe to repeat, concurrently and in any order.
 * Returns false for a subscription of another product, which is left alone. Throws busy, and Stripe's errors.
 */
export async function syncSubscription(services: Services, subscriptionId: string): Promise<boolean> {
  const membershipId = await findMembershipId(services, subscriptionId);
  if (!membershipId) return false;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await readBefore(services, membershipId);
    if (!before) {
      services.log.error({ subscriptionId, membershipId }, "subscription of an unknown membership");
      return false;
    }
    const facts = await readFacts(services, subscriptionId, before.known);
    const outcome = await inTransaction(services, (tx) => apply(tx, services, { ...before, membershipId, facts }));
    if (outcome === "outdated") continue;
    if (outcome === "unwanted") {
      await cancelAtStripe(services, subscriptionId);
      continue;
    }
    if (outcome.movesTo) await moveRenewal(services, facts.subscription, outcome.movesTo);
    return true;
  }
  throw new DomainError("busy", "Stripe’s answers overtook each other. Please try again.");
}

async function findMembershipId({ db, stripe }: Services, subscriptionId: string): Promise<string | null> {
  const [known] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(eq(memberships.reference, subscriptionId));
  return known?.id ?? membershipIdIn(await stripe.client.subscriptions.retrieve(subscriptionId));
}

type Before = { syncs: number; known: ReadonlySet<string> };

async function readBefore({ db }: Services, membershipId: string): Promise<Before | null> {
  const [membership] = await db
    .select({ syncs: memberships.syncs })
    .from(memberships)
    .where(eq(memberships.id, membershipId));
  if (!membership) return null;
  const periods = await db
    .select({ reference: membershipPeriods.reference })
    .from(membershipPeriods)
    .where(eq(membershipPeriods.membershipId, membershipId));
  return { syncs: membership.syncs, known: new Set(periods.map(({ reference }) => reference)) };
}

/**
 * `outdated`: another answer was applied since this one was asked for. `unwanted`: it must not go on charging. `movesTo`:
 * where the next charge belongs.
 */
type SyncOutcome = "outdated" | "unwanted" | { movesTo: Date | null };

type Answer = Pick<Before, "syncs"> & { membershipId: string; facts: SubscriptionFacts };

async function apply(tx: Transaction, services: Services, answer: Answer): Promise<SyncOutcome> {
  const { facts, membershipId } = answer;
  const membership = await lockWithAccount(tx, membershipId);
  if (!membership || membership.syncs !== answer.syncs) return "outdated";
  const { id } = facts.subscription;
  const isFirst = membership.reference === null || membership.renewalEndedAt !== null;
  if (!isFirst && membership.reference !== id) return returnAll(tx, services, membership, facts);
  if (isPast(membership, facts)) return returnAll(tx, services, membership, facts);
  const [marked] = await tx
    .update(memberships)
    .set({
      reference: id,
      syncs: membership.syncs + 1,
      syncedAt: services.clock.now(),
      ...(membership.reference !== id && { renewalEndedAt: null, attemptKey: null, checkoutUrl: null }),
    })
    .where(eq(memberships.id, membershipId))
    .returning();
  let synced = marked ?? membership;
  let isReturned = false;
  for (const invoice of facts.paid) {
    const before = synced;
    const adopted = await adoptCharged(tx, services, synced, invoice);
    const recorded = await recordInvoice(tx, services, adopted, invoice);
    synced = recorded.membership;
    isReturned ||= recorded.outcome === "returned";
    if (recorded.outcome === "granted") await mailPeriod(tx, services, { before, synced, invoice });
  }
  const wasPaused = synced.state === "paused";
  synced = await followSubscription(tx, services, synced, facts);
  synced = await addGiven(tx, services, synced, facts);
  synced = await followPlan(tx, services, synced, facts);
  if (isLive(facts) && (isReturned || synced.endedAt !== null)) return "unwanted";
  const isResumed = wasPaused && (synced.state === "active" || synced.state === "cancelled");
  const last = lastOf(await readPeriods(tx, synced));
  return { movesTo: needsMoving(synced, facts, { isResumed, last }) ? synced.accessUntil : null };
}

const lastOf = (periods: MembershipPeriod[]): MembershipPeriod | undefined =>
  periods.reduce<MembershipPeriod | undefined>(
    (last, period) => (last && last.endsAt >= period.endsAt ? last : period),
    undefined,
  );

type MovedFrom = { isResumed: boolean; last: MembershipPeriod | undefined };

/**
 * Returns whether Stripe would charge before the end of what is granted, such as of months that were given; or after it,
 * as a pause that was ended in its dashboard leaves it. What was paid for longer, such as a year that was changed to
 * months there, Stripe has credited.
 */
function needsMoving(
  { state, accessUntil, endedAt }: Membership,
  { subscription }: SubscriptionFacts,
  { isResumed, last }: MovedFrom,
): boolean {
  const isGoing = isLive({ subscription }) && endedAt === null && (state === "active" || state === "cancelled");
  if (!accessUntil || !isGoing) return false;
  const end = Math.max(...subscription.items.data.map(({ current_period_end: seconds }) => seconds));
  const early = accessUntil.getTime() / 1000 - end;
  return (early > 60 && last?.kind !== "paid") || (isResumed && early < -60);
}

const isLive = (facts: Pick<SubscriptionFacts, "subscription">): boolean => standingOf(facts) !== "over";

/**
 * Returns whether a subscription that is over was followed by another one, which it must not replace when it is heard of
 * late. That of the attempt under way is the newest, though it may have ended before it was heard of.
 */
const isPast = ({ reference, attemptKey }: Membership, facts: SubscriptionFacts): boolean =>
  reference !== null &&
  reference !== facts.subscription.id &&
  facts.subscription.metadata.attemptKey !== attemptKey &&
  !isLive(facts);

/** A second subscription of the same membership, or a past one, takes nothing that is kept. */
async function returnAll(tx: Transaction, services: Services, membership: Membership, facts: SubscriptionFacts) {
  const over = { ...membership, endedAt: services.clock.now(), state: "cancelled" as const };
  for (const invoice of facts.paid) await recordInvoice(tx, services, over, invoice);
  return isLive(facts) ? ("unwanted" as const) : { movesTo: null };
}

async function lockWithAccount(tx: Transaction, id: string): Promise<Membership | undefined> {
  const [found] = await tx.select({ userId: memberships.userId }).from(memberships).where(eq(memberships.id, id));
  if (!found) return undefined;
  await lockAccountRow(tx, { id: found.userId });
  const [membership] = await lockMemberships(tx, eq(memberships.id, id));
  return membership;
}

/** Ends a subscription at Stripe at once. One that has ended changes nothing. */
export async function cancelAtStripe({ stripe }: Pick<Services, "stripe">, subscriptionId: string): Promise<void> {
  try {
    await stripe.client.subscriptions.cancel(subscriptionId);
  } catch (error) {
    const isGone = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (!isGone) throw error;
  }
}

/**
 * Moves the next charge to the end of what is granted: after a pause, whose time is added to it, and where Stripe would
 * charge before. What is granted for longer than Stripe waits is moved on by later rounds.
 */
async function moveRenewal(
  services: Pick<Services, "stripe" | "clock">,
  subscription: Stripe.Subscription,
  until: Date,
): Promise<void> {
  await releaseSchedule(services, subscription);
  await services.stripe.client.subscriptions.update(subscription.id, {
    trial_end: trialEndFor(until, services.clock.now()),
    proration_behavior: "none",
    // A pause that was ended in the dashboard is none of the next one's.
    metadata: { resumesAt: "", ...notePause({}) },
  });
}
