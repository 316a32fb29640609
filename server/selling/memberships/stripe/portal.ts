import { memberships } from "@db/schema";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import Stripe from "stripe";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { myMembershipPath } from "../../../core/paths";
import { isUnavailable, syncForPage } from "../../payments/stripe-failure";
import { syncMembership } from "./reconcile-memberships";

/**
 * Opens Stripe's portal for a member, in which they change their card and see what they have paid. Its address is a
 * secret, so it is made for each visit and never kept. Throws not_found, payment_provider_failed.
 */
export async function openPortal(ctx: MemberContext): Promise<{ next: string }> {
  const membership = await findLast(ctx);
  if (!membership?.customerReference) throw new DomainError("not_found", "You have no membership.");
  try {
    const session = await ctx.stripe.client.billingPortal.sessions.create({
      customer: membership.customerReference,
      return_url: ctx.settings.siteUrl + myMembershipPath,
    });
    return { next: session.url };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.error({ err: error, membershipId: membership.id }, "Stripe could not open its portal");
    const message = "The page for your card can’t be opened right now. Please try again.";
    throw new DomainError("payment_provider_failed", message, { cause: error });
  }
}

/** Reads at Stripe whether a member who comes back from its page has joined: its message may come later than they do. */
export async function syncJoined(ctx: MemberContext): Promise<void> {
  const membership = await findLast(ctx);
  if (!membership) return;
  try {
    await syncForPage(() => syncMembership(ctx, membership.id));
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn({ err: error, membershipId: membership.id }, "not synced on the way back; a message or job follows");
  }
}

async function findLast({ db, user }: MemberContext) {
  const [membership] = await db
    .select()
    .from(memberships)
    .where(
      and(eq(memberships.userId, user.id), eq(memberships.source, "stripe"), isNotNull(memberships.customerReference)),
    )
    .orderBy(desc(memberships.createdAt))
    .limit(1);
  return membership;
}
