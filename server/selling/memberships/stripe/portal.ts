import { type Membership, memberships } from "@db/schema";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import Stripe from "stripe";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { myMembershipPath } from "../../../core/paths";
import { syncForPage } from "../../../payments/stripe-failure";
import type { PortalVisit } from "../schemas";
import { isRenewed } from "./change-renewal";
import { findOrMakeConfiguration } from "./portal-configuration";
import { syncMembership } from "./reconcile-memberships";

/**
 * Opens Stripe's portal for a member, in which they change their plan or their card and see what they have paid. Its
 * address is a secret, so it is made for each visit and never kept. Throws not_found, closed, payment_provider_failed.
 */
export async function openPortal(ctx: MemberContext, visit: PortalVisit): Promise<{ next: string }> {
  const membership = await findLast(ctx);
  if (!membership?.customerReference) throw new DomainError("not_found", "You have no membership.");
  const flow = visit.for === "plan" ? planFlow(ctx, membership) : {};
  try {
    const page = {
      customer: membership.customerReference,
      configuration: await findOrMakeConfiguration(ctx, visit.for),
      return_url: backFromPortal(ctx),
    };
    const session = await openSession(ctx, { ...page, ...flow });
    return { next: session.url };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.error({ err: error, membershipId: membership.id }, "Stripe could not open its portal");
    const message = "Stripe’s page can’t be opened right now. Please try again.";
    throw new DomainError("payment_provider_failed", message, { cause: error });
  }
}

/**
 * Opens the portal's first page where Stripe refuses to lead straight to the plans, such as for a change that was planned
 * in its dashboard a moment ago.
 */
async function openSession(
  { stripe }: MemberContext,
  { flow_data, ...page }: Stripe.BillingPortal.SessionCreateParams,
): Promise<Stripe.BillingPortal.Session> {
  const { sessions } = stripe.client.billingPortal;
  if (!flow_data) return sessions.create(page);
  try {
    return await sessions.create({ ...page, flow_data });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return sessions.create(page);
  }
}

/** The page that reads what was done in the portal. */
const backFromPortal = ({ settings }: MemberContext): string => `${settings.siteUrl}${myMembershipPath}/changed`;

/** Leads straight to the choice of plans. A change that is planned is shown, and taken back, on the portal's first page. */
function planFlow(ctx: MemberContext, membership: Membership): Partial<Stripe.BillingPortal.SessionCreateParams> {
  if (!isRenewed(membership) || membership.state !== "active") {
    throw new DomainError("closed", "Your membership can’t be changed right now.");
  }
  if (membership.nextFrom !== null) return {};
  return {
    flow_data: {
      type: "subscription_update",
      subscription_update: { subscription: membership.reference },
      after_completion: { type: "redirect", redirect: { return_url: backFromPortal(ctx) } },
    },
  };
}

/** Reads at Stripe what a member who comes back from its pages has done there: its message may come later than they do. */
export async function syncJoined(ctx: MemberContext): Promise<void> {
  const membership = await findLast(ctx);
  if (!membership) return;
  try {
    await syncForPage(() => syncMembership(ctx, membership.id));
  } catch (error) {
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
