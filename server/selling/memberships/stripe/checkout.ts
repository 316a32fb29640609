import { type Account, type Membership, memberships } from "@db/schema";
import { and, eq, or } from "drizzle-orm";
import Stripe from "stripe";
import { DomainError } from "../../../core/errors";
import { myMembershipPath } from "../../../core/paths";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { closeCheckout } from "../../../payments/checkout";
import { changeMembership } from "../periods/change-membership";
import { idempotencyKey } from "../../../payments/idempotency-key";
import { lockMemberships } from "../lock";
import { findOrMakeCustomer } from "./customer";
import { membershipIdIn } from "./facts";
import { findOrMakePrice } from "./price";
import { syncSubscription } from "./sync-subscription";

/** How long after the attempt a page of Stripe's closes; one that is opened late needs half an hour at least. */
const openMinutes = 60;

type Joining = Membership & { attemptKey: string; attemptedAt: Date };

/** Returns whether an attempt to join is under way. */
export const isJoining = (membership: Membership): membership is Joining =>
  membership.attemptKey !== null && membership.attemptedAt !== null;

/**
 * Opens Stripe's page for an attempt to join, with no row locked. The attempt's key makes a second call get the page of
 * the first. Throws Stripe's errors.
 */
export async function openPage(
  services: Services,
  membership: Joining,
  member: Account,
): Promise<Stripe.Checkout.Session> {
  const { stripe, settings, db } = services;
  const customer = await findOrMakeCustomer(services, member, membership.attemptKey);
  const price = await findOrMakePrice(services, membership, membership.attemptKey);
  const metadata = { membershipId: membership.id, attemptKey: membership.attemptKey };
  const closesAt = membership.attemptedAt.getTime() + openMinutes * 60_000;
  const page = await stripe.client.checkout.sessions.create(
    {
      mode: "subscription",
      allowed_payment_method_types: ["card"],
      // Charged exactly as shown, in the currency shown.
      adaptive_pricing: { enabled: false },
      line_items: [{ price, quantity: 1 }],
      customer,
      client_reference_id: membership.id,
      metadata,
      subscription_data: {
        metadata,
        ...(membership.trialDays > 0 && {
          trial_period_days: membership.trialDays,
          trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
        }),
      },
      expires_at: Math.ceil(closesAt / 1000),
      success_url: `${settings.siteUrl}${myMembershipPath}/joined?checkout={CHECKOUT_SESSION_ID}`,
      cancel_url: `${settings.siteUrl}/memberships`,
    },
    { idempotencyKey: idempotencyKey("join", membership.attemptKey) },
  );
  const isSameAttempt = and(eq(memberships.id, membership.id), eq(memberships.attemptKey, membership.attemptKey));
  const kept = await db
    .update(memberships)
    .set({ checkoutId: page.id, checkoutUrl: page.url, customerReference: customer })
    .where(isSameAttempt)
    .returning({ id: memberships.id });
  if (kept.length > 0) return page;
  // Left while Stripe was asked: it must not take money.
  return closeCheckout(stripe.client, page.id);
}

/** Follows a page of Stripe's on which someone has joined, or which has closed. Pages of other products are left alone. */
export async function syncCheckout(services: Services, page: Stripe.Checkout.Session): Promise<void> {
  const membershipId = membershipIdIn(page);
  if (!membershipId || page.mode !== "subscription") return;
  const { subscription } = page;
  if (subscription) {
    await syncSubscription(services, typeof subscription === "string" ? subscription : subscription.id);
    return;
  }
  if (page.status !== "expired") return;
  await endAttempt(services, membershipId, { checkoutId: page.id, attemptKey: page.metadata?.attemptKey ?? "" });
}

type Attempt = { checkoutId: string; attemptKey: string };

/** Lets a member join anew after an attempt whose page has closed unpaid. */
async function endAttempt(
  services: Services,
  membershipId: string,
  { checkoutId, attemptKey }: Attempt,
): Promise<void> {
  await inTransaction(services, async (tx) => {
    const isThis = or(eq(memberships.checkoutId, checkoutId), eq(memberships.attemptKey, attemptKey));
    const [membership] = await lockMemberships(tx, and(eq(memberships.id, membershipId), isThis));
    if (!membership) return;
    const { state, endedAt, startsWithCard } = membership;
    const isPending = state === "pending" && endedAt === null && !startsWithCard;
    const ended = isPending ? { state: "expired" as const, endedAt: services.clock.now() } : {};
    await tx.update(memberships).set({ attemptKey: null, checkoutUrl: null }).where(eq(memberships.id, membership.id));
    if (isPending) await changeMembership(tx, services, membership, ended);
  });
}

/**
 * Returns the open page of an attempt to join; null once it is closed. Throws closed if the member has joined by it,
 * and Stripe's errors.
 */
export async function readPage(
  services: Services,
  membership: Joining,
  member: Account,
): Promise<Stripe.Checkout.Session | null> {
  const { sessions } = services.stripe.client.checkout;
  const { checkoutId } = membership;
  const page = checkoutId ? await sessions.retrieve(checkoutId) : await findPage(services, membership, member);
  if (!page) return null;
  return page.status === "open" ? page : settlePage(services, page);
}

/**
 * Returns the page of an attempt of which Stripe's answer was lost, or opens one. The attempt is over once Stripe refuses
 * it, as when that is too late or a price is gone, or repeats a failure: no one has the address of a page of it.
 */
async function findPage(
  services: Services,
  membership: Joining,
  member: Account,
): Promise<Stripe.Checkout.Session | null> {
  try {
    return await openPage(services, membership, member);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await endAttempt(services, membership.id, { checkoutId: "", attemptKey: membership.attemptKey });
    return null;
  }
}

const { StripeInvalidRequestError, StripeIdempotencyError, StripeAPIError } = Stripe.errors;
const isRefusal = (error: unknown): boolean =>
  [StripeInvalidRequestError, StripeIdempotencyError, StripeAPIError].some((kind) => error instanceof kind);

/** Closes the page of an attempt to join. Throws closed if the member has joined by it, and Stripe's errors. */
export async function closePage(services: Services, membership: Joining, member: Account): Promise<void> {
  const page = await readPage(services, membership, member);
  if (page) await settlePage(services, await closeCheckout(services.stripe.client, page.id));
}

async function settlePage(services: Services, page: Stripe.Checkout.Session): Promise<null> {
  await syncCheckout(services, page);
  if (page.subscription) throw new DomainError("closed", "You have joined already.");
  return null;
}
