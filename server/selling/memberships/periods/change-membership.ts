import type { Queryable, Transaction } from "@db/client";
import { isUniqueViolation } from "@db/errors";
import { one } from "@db/one";
import { type Membership, type MembershipPeriod, membershipPeriods, memberships, purchases } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { enqueueJob } from "../../../platform/jobs/enqueue-job";
import { isOpening } from "../../purchases/transitions";
import { grantCredits, syncPasses } from "./grant";
import { lockMemberships } from "../lock";
import { rangeOf } from "./periods";
import { queueStandingPlaces } from "./queue-standing-places";
import { isRevivable, mayBecome, type MembershipState } from "../transitions";

type MembershipServices = Pick<Services, "clock" | "settings">;
type Changes = Partial<
  Pick<
    Membership,
    | "pausedAt"
    | "resumesAt"
    | "cancelledAt"
    | "leaveReason"
    | "endedAt"
    | "startedAt"
    | "accessUntil"
    | "renewalEndedAt"
  >
>;

/** Changes the state of a locked membership, and what it grants with it. Throws a plain Error on an illegal move: a bug. */
export async function changeMembership(
  tx: Transaction,
  services: MembershipServices,
  membership: Membership,
  { state = membership.state, ...changes }: Changes & { state?: MembershipState },
): Promise<Membership> {
  if (state !== membership.state && !mayBecome(membership, state, services.clock.now())) {
    throw new Error(`membership ${membership.id} can't go from ${membership.state} to ${state}`);
  }
  const changed = one(
    await tx
      .update(memberships)
      .set({ state, ...changes })
      .where(eq(memberships.id, membership.id))
      .returning(),
    "membership",
  );
  await syncPasses(tx, services, changed);
  if (changed.state === "active" && membership.state !== "active") await queueStandingPlaces(tx);
  // Stripe must not go on charging for what has ended here, such as by a refund.
  if (changed.endedAt && !membership.endedAt && changed.reference && !changed.renewalEndedAt) {
    await enqueueSync(tx, changed);
  }
  return changed;
}

/** Enqueues a look at what Stripe says of a membership, which tells it what follows from our books. */
const enqueueSync = (tx: Transaction, { id: membershipId }: Pick<Membership, "id">): Promise<void> =>
  enqueueJob(tx, "sync-membership", { membershipId }, { jobKey: `sync-membership:${membershipId}` });

type NewPeriod = Pick<MembershipPeriod, "kind" | "startsAt" | "endsAt" | "reference"> &
  Partial<Pick<MembershipPeriod, "pausedAt" | "purchaseId">>;

/**
 * Adds a period to a locked membership, whatever its source: the only way by which something is granted. One that is
 * known by its reference already changes nothing. Throws closed for a membership that is over and can't come back.
 */
export async function addPeriod(
  tx: Transaction,
  services: MembershipServices,
  membership: Membership,
  period: NewPeriod,
): Promise<Membership> {
  const isKnown = (await tx.$count(membershipPeriods, eq(membershipPeriods.reference, period.reference))) > 0;
  if (isKnown) return membership;
  const now = services.clock.now();
  if (membership.endedAt && !isRevivable(membership, now)) {
    throw new DomainError("closed", "This membership is over. Please add a new one.");
  }
  const [added] = await tx
    .insert(membershipPeriods)
    .values({ membershipId: membership.id, ...period, createdAt: now })
    .onConflictDoNothing({ target: membershipPeriods.reference })
    .returning();
  if (!added) return membership;
  return followPeriods(tx, services, membership);
}

/** Reads the periods of a membership that count: not those whose purchase was refunded or removed. */
export async function readPeriods(db: Queryable, { id }: Pick<Membership, "id">): Promise<MembershipPeriod[]> {
  const rows = await db
    .select({ period: membershipPeriods, purchase: purchases })
    .from(membershipPeriods)
    .leftJoin(purchases, eq(purchases.id, membershipPeriods.purchaseId))
    .where(eq(membershipPeriods.membershipId, id))
    .orderBy(asc(membershipPeriods.startsAt), asc(membershipPeriods.createdAt));
  return rows.flatMap(({ period, purchase }) => (purchase && !isOpening(purchase) ? [] : [period]));
}

/** Makes a locked membership what its periods say: its beginning, its end, whether it has begun, goes on or is over. */
async function followPeriods(
  tx: Transaction,
  services: MembershipServices,
  membership: Membership,
): Promise<Membership> {
  const now = services.clock.now();
  const periods = await readPeriods(tx, membership);
  const range = rangeOf(periods);
  if (!range) return withoutPeriods(tx, services, membership);
  const end = { startedAt: range.startsAt, accessUntil: range.endsAt };
  const isRunning = range.endsAt > now;
  // A first period may have ended before it was heard of.
  const begins = membership.state === "pending" || (membership.state === "past_due" && isRunning);
  const comesBack = membership.state === "expired" && isRunning && mayBecome(membership, "active", now);
  const changed = await changeMembership(tx, services, membership, {
    ...end,
    ...((begins || comesBack) && { state: "active" as const }),
    ...(comesBack && { endedAt: null }),
  }).catch(refuseSecond);
  await grantCredits(tx, services, changed, periods);
  return changed;
}

function refuseSecond(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new DomainError("closed", "This member has joined again since.", { cause: error });
}

/** Everything that was paid went back: nothing is granted, and what was granted ends. */
async function withoutPeriods(tx: Transaction, services: MembershipServices, membership: Membership) {
  if (membership.accessUntil === null || membership.endedAt) return membership;
  const now = services.clock.now();
  const end = { accessUntil: now, endedAt: now, pausedAt: null, resumesAt: null };
  const state = membership.state === "cancelled" ? {} : { state: "expired" as const };
  return changeMembership(tx, services, membership, { ...end, ...state });
}

/** Follows a purchase that paid for a period and was refunded, removed or paid again. The purchase is locked. */
export async function followPurchase(
  tx: Transaction,
  services: MembershipServices,
  { id }: { id: string },
): Promise<void> {
  const [period] = await tx.select().from(membershipPeriods).where(eq(membershipPeriods.purchaseId, id));
  if (!period) return;
  const [membership] = await lockMemberships(tx, eq(memberships.id, period.membershipId));
  if (membership) await followPeriods(tx, services, membership);
}
