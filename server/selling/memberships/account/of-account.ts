import type { Queryable, Transaction } from "@db/client";
import { membershipPeriods, memberships, passes, standingPlaces, users } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import Stripe from "stripe";
import { deletedAddress } from "../../../core/email-address";
import type { Services } from "../../../core/services";
import { changeMembership } from "../periods/change-membership";
import { lockMemberships } from "../lock";
import { changeRenewal, isRenewed, type RenewedMembership } from "../stripe/change-renewal";
import { closePage, isJoining } from "../stripe/checkout";
import { tellStripe } from "../stripe/leave-renewed";
import { enqueueJob } from "../../../platform/jobs/enqueue-job";

type AccountRef = { id: string };

/** Reads all memberships that an account has had, with their periods, for its own download. */
export async function exportMemberships(db: Queryable, { id }: AccountRef) {
  const rows = await db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, id))
    .orderBy(asc(memberships.createdAt));
  const ids = rows.map((membership) => membership.id);
  const periods = await db
    .select()
    .from(membershipPeriods)
    .where(inArray(membershipPeriods.membershipId, ids))
    .orderBy(asc(membershipPeriods.startsAt));
  const standing = await db
    .select()
    .from(standingPlaces)
    .where(inArray(standingPlaces.membershipId, ids))
    .orderBy(asc(standingPlaces.createdAt));
  return rows.map(({ id: membershipId, title, state, source, interval, ...row }) => ({
    id: membershipId,
    title,
    state,
    source,
    interval,
    priceMinor: row.priceMinor,
    currency: row.currency,
    next: row.nextFrom && {
      title: row.nextTitle,
      interval: row.nextInterval,
      priceMinor: row.nextPriceMinor,
      from: row.nextFrom,
    },
    startedAt: row.startedAt,
    until: row.accessUntil,
    endedAt: row.endedAt,
    cancelledAt: row.cancelledAt,
    stripeSubscription: row.reference,
    stripeCustomer: row.customerReference,
    whyYouLeft: row.leaveReason,
    createdAt: row.createdAt,
    periods: periods
      .filter((period) => period.membershipId === membershipId)
      .map(({ kind, startsAt, endsAt, purchaseId }) => ({ kind, startsAt, endsAt, purchaseId })),
    standingPlaces: standing
      .filter((place) => place.membershipId === membershipId)
      .map(({ seriesId, createdAt, endedAt }) => ({ seriesId, createdAt, endedAt })),
  }));
}

/**
 * Ends the memberships of an account at Stripe, so that it is never charged again, and closes pages on which it could
 * still join. Throws payment_provider_failed: then the account must stay.
 */
export async function endAtStripe(services: Services, account: AccountRef): Promise<void> {
  for (const { membership, user } of await listAtStripe(services.db, account)) {
    const end = async () => {
      if (isRenewed(membership)) await endRenewal(services, membership);
      if (isJoining(membership)) await closePage(services, membership, user);
    };
    await tellStripe(services, end, untold);
  }
}

const untold =
  "Stripe could not be told to end the membership, so nothing was deleted. Please try again in a minute, and write to me if that does not help.";

/** Stripe may have no such subscription any more. If it knows its customer, this is the account at which it was. */
async function endRenewal(services: Services, membership: RenewedMembership): Promise<void> {
  try {
    await changeRenewal(services, membership, { kind: "end" });
  } catch (error) {
    const isGone = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (!isGone || !membership.customerReference) throw error;
    await services.stripe.client.customers.retrieve(membership.customerReference);
    services.log.warn({ membershipId: membership.id }, "subscription gone at Stripe; its membership ends");
    const isThis = and(eq(memberships.id, membership.id), eq(memberships.reference, membership.reference));
    await services.db.update(memberships).set({ renewalEndedAt: services.clock.now() }).where(isThis);
  }
}

/** Returns whether Stripe could still charge an account. */
export const isAtStripe = async (tx: Transaction, account: AccountRef): Promise<boolean> =>
  (await listAtStripe(tx, account)).length > 0;

async function listAtStripe(db: Queryable, { id }: AccountRef) {
  const rows = await db
    .select({ membership: memberships, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.userId, id));
  return rows.filter(({ membership }) => isRenewed(membership) || isJoining(membership));
}

/** Ends the memberships of an account that is deleted, and forgets what they say of its holder. The account is locked. */
export async function endMembershipsOf(tx: Transaction, services: Services, account: AccountRef): Promise<void> {
  const now = services.clock.now();
  const held = await lockMemberships(tx, eq(memberships.userId, account.id));
  for (const membership of held.filter(({ endedAt }) => endedAt === null)) {
    const state = membership.state === "cancelled" ? {} : { state: "cancelled" as const, cancelledAt: now };
    await changeMembership(tx, services, membership, { ...state, endedAt: now, pausedAt: null, resumesAt: null });
  }
  const ids = held.map(({ id }) => id);
  await tx.update(memberships).set({ leaveReason: null }).where(inArray(memberships.id, ids));
  if (held.some(({ customerReference }) => customerReference !== null)) {
    await enqueueJob(tx, "tell-stripe-of-account", { userId: account.id });
  }
  await tx.delete(standingPlaces).where(inArray(standingPlaces.membershipId, ids));
  await tx
    .update(passes)
    .set({ email: deletedAddress(account.id) })
    .where(inArray(passes.membershipId, ids));
}
