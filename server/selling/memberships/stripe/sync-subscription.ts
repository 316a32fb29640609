import type { Transaction } from "@db/client";
import { type Membership, membershipPeriods, memberships, type PlanChange } from "@db/schema";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { lockAccountRow } from "../../../people/accounts/accounts";
import { adoptPlan } from "../adopt-plan";
import { lockMemberships } from "../lock";
import { findOpenChange } from "../plan-changes";
import { notePause } from "./by-hand";
import { membershipIdIn, readFacts, type SubscriptionFacts } from "./facts";
import { findMadeAtStripe, followOpenChange } from "./follow-plan";
import { followSubscription, standingOf } from "./follow-subscription";
import { mailPeriod } from "./mail-period";
import { recordInvoice } from "./record-invoice";
import { isScheduled, releaseUnwanted, scheduleChange } from "./schedule-change";

const maxAttempts = 5;

/**
 * Makes a membership what Stripe says of its subscription now, whatever has happened before: the subscription and its
 * paid invoices are read again, and each invoice is recorded once. Safe to repeat, concurrently and in any order.
 * Subscriptions of other products are left alone. Throws busy, and Stripe's errors.
 */
export async function syncSubscription(services: Services, subscriptionId: string): Promise<void> {
  const membershipId = await findMembershipId(services, subscriptionId);
  if (!membershipId) return;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await readBefore(services, membershipId);
    if (!before) return services.log.error({ subscriptionId, membershipId }, "subscription of an unknown membership");
    const facts = await readFacts(services, subscriptionId, before.known);
    const outcome = await inTransaction(services, (tx) => apply(tx, services, { ...before, membershipId, facts }));
    if (outcome === "outdated") continue;
    if (outcome !== "unwanted") return tellOutcome(services, facts.subscription, outcome);
    await cancelAtStripe(services, subscriptionId);
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

/** What Stripe has to be told once an answer of its was applied. */
type Tidings = {
  /** Where the next charge belongs. */
  movesTo?: Date | undefined;
  /** The change of plan for the end of what is paid. */
  planned?: PlanChange | undefined;
};

/** `outdated`: another answer was applied since this one was asked for. `unwanted`: it must not go on charging. */
type SyncOutcome = "outdated" | "unwanted" | Tidings;

/** Tells Stripe what follows from its answer, with no row locked. */
async function tellOutcome(
  services: Services,
  subscription: Stripe.Subscription,
  { movesTo, planned }: Tidings,
): Promise<void> {
  const standing = standingOf({ subscription });
  // A pause that was begun in Stripe's dashboard moves the end, too.
  const isKept = planned?.scheduleReference != null && !movesTo && standing !== "paused";
  if (isScheduled(subscription) && !isKept) await releaseUnwanted(services, subscription);
  if (movesTo) await moveRenewal(services, subscription.id, movesTo);
  const isPlannable = planned && standing === "active";
  if (isPlannable && !(isScheduled(subscription) && isKept)) {
    await scheduleChange(services, { reference: subscription.id }, planned);
  }
}

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
      ...{ reference: id, syncs: membership.syncs + 1, syncedAt: services.clock.now() },
      ...(membership.reference !== id && { renewalEndedAt: null, attemptKey: null, checkoutUrl: null }),
    })
    .where(eq(memberships.id, membershipId))
    .returning();
  let synced = marked ?? membership;
  let isReturned = false;
  const change = await findMadeAtStripe(tx, synced, facts);
  for (const invoice of facts.paid) {
    if (change && invoice.priceReference === change.priceReference)
      synced = await adoptOnce(tx, services, synced, change);
    const before = synced;
    const recorded = await recordInvoice(tx, services, synced, invoice);
    synced = recorded.membership;
    isReturned ||= recorded.outcome === "returned";
    const isChanged = change?.priceReference === invoice.priceReference;
    if (recorded.outcome === "granted") await mailPeriod(tx, services, { before, synced, invoice, isChanged });
  }
  if (change) synced = await adoptOnce(tx, services, synced, change);
  await followOpenChange(tx, services, synced, facts);
  const wasPaused = synced.state === "paused";
  synced = await followSubscription(tx, services, synced, facts);
  if (isLive(facts) && (isReturned || synced.endedAt !== null)) return "unwanted";
  const isResumed = wasPaused && (synced.state === "active" || synced.state === "cancelled");
  const planned = await findOpenChange(tx, synced);
  return {
    ...(needsMoving(synced, facts, isResumed) && synced.accessUntil && { movesTo: synced.accessUntil }),
    ...(planned?.kind === "at_end" && { planned }),
  };
}

/** Gives a membership the plan of a change, unless it has it already. */
const adoptOnce = (tx: Transaction, services: Services, membership: Membership, change: PlanChange) =>
  isAdopted(membership, change) ? Promise.resolve(membership) : adoptPlan(tx, services, membership, change);

const isAdopted = ({ productId, interval, priceMinor }: Membership, change: PlanChange): boolean =>
  productId === change.productId && interval === change.interval && priceMinor === change.priceMinor;

/**
 * Returns whether Stripe would charge before the end of what is granted, such as of months that were given; or after it,
 * as a pause that was ended in its dashboard leaves it.
 */
function needsMoving(
  { state, accessUntil, endedAt }: Membership,
  { subscription }: SubscriptionFacts,
  isResumed: boolean,
): boolean {
  const isGoing = isLive({ subscription }) && endedAt === null && (state === "active" || state === "cancelled");
  if (!accessUntil || !isGoing) return false;
  const end = Math.max(...subscription.items.data.map(({ current_period_end: seconds }) => seconds));
  const early = accessUntil.getTime() / 1000 - end;
  return early > 60 || (isResumed && early < -60);
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
  return isLive(facts) ? "unwanted" : {};
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
 * charge before.
 */
async function moveRenewal({ stripe }: Pick<Services, "stripe">, reference: string, until: Date): Promise<void> {
  await stripe.client.subscriptions.update(reference, {
    trial_end: Math.ceil(until.getTime() / 1000),
    proration_behavior: "none",
    // A pause that was ended in the dashboard is none of the next one's.
    metadata: { resumesAt: "", ...notePause({}) },
  });
}
