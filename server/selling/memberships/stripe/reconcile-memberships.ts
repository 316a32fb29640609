import { memberships, users } from "@db/schema";
import { and, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import Stripe from "stripe";
import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { syncForPage } from "../../../payments/stripe-failure";
import { changeRenewal, isRenewed } from "./change-renewal";
import { isJoining, readPage } from "./checkout";
import { syncSubscription } from "./sync-subscription";

const hourMs = 3_600_000;

/** How long a membership is believed without asking Stripe, in hours; one whose period is over is asked about sooner. */
const longestSilence = 20;

/** Reads the subscriptions at Stripe again of which an event may have been lost. What fails waits for the next round. */
export async function reconcileMemberships(services: Services): Promise<void> {
  await endPauses(services);
  const { db, clock, log } = services;
  const now = clock.now();
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const isSilent = or(
    lte(memberships.syncedAt, before(longestSilence)),
    and(lte(memberships.accessUntil, now), lte(memberships.syncedAt, before(1))),
  );
  const renewed = and(isNotNull(memberships.reference), isNull(memberships.renewalEndedAt), isSilent);
  const joining = and(isNotNull(memberships.attemptKey), lte(memberships.attemptedAt, before(1 / 30)));
  const due = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.source, "stripe"), or(renewed, joining)))
    .orderBy(memberships.syncedAt)
    .limit(500);
  for (const { id } of due) {
    try {
      await syncMembership(services, id);
    } catch (error) {
      log.warn({ err: error, membershipId: id }, "membership not reconciled; the next run tries again");
      if (error instanceof Stripe.errors.StripeConnectionError) return;
    }
  }
}

/** Ends the pauses that are over: Stripe is told to charge again, and when. */
async function endPauses(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const isOver = and(eq(memberships.source, "stripe"), lte(memberships.resumesAt, clock.now()));
  for (const membership of await db.select().from(memberships).where(isOver)) {
    if (!isRenewed(membership)) continue;
    try {
      await changeRenewal(services, membership, { kind: "resume" });
    } catch (error) {
      log.warn({ err: error, membershipId: membership.id }, "pause not ended; the next run tries again");
    }
  }
}

/** Reads what Stripe knows of a membership again: the page on which it is joined, then its subscription. */
export async function syncMembership(services: Services, id: string): Promise<void> {
  const [found] = await services.db
    .select({ membership: memberships, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.id, id), eq(memberships.source, "stripe")));
  if (!found) throw new DomainError("not_found", "Membership not found");
  const { membership, user } = found;
  if (membership.reference) await syncSubscription(services, membership.reference);
  if (isJoining(membership)) await readPage(services, membership, user).catch(ignoreJoined);
}

function ignoreJoined(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== "closed") throw error;
}

/** Does that for the instructor's button. Throws not_found, payment_provider_failed. */
export async function syncByHand(ctx: Context, { id }: { id: string }): Promise<void> {
  try {
    await syncForPage(() => syncMembership(ctx, id));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new DomainError("payment_provider_failed", "Failed to sync with Stripe. Please try again.", { cause: error });
  }
}
