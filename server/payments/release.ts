import { and, eq } from "drizzle-orm";
import { payments } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Context, MemberContext } from "../core/context";
import type { Services } from "../core/services";
import { closeCheckout } from "./checkout";
import { isPaymentOf, namedByColumn, type PayableRef } from "./payable-ref";
import { payableOf, readPayable } from "./payable";
import type { StatusOutcome } from "./schemas";
import { settlePayment } from "./settle";
import { syncForPage } from "./stripe-failure";
import { auditDecision, type ClosedPage, type Decision, endUnpaid, isCompletedUnpaid } from "./unpaid";

/** `released_before`: by another call or a webhook. `kept`: paid, or never pending. */
export type ReleaseOutcome = "released" | "released_before" | "kept";

/** Releases a hold once its checkouts are closed unpaid. Throws and changes nothing if Stripe can't be asked. */
export async function releaseUnpaid(
  services: Services,
  cause: PayableRef,
  decision?: Decision,
): Promise<ReleaseOutcome> {
  const state = await readPayable(services, cause);
  if (!state?.isPending) return state?.isReleased ? "released_before" : "kept";
  const closed = await closeCheckouts(services, cause);
  if (closed === "paid") return (await readPayable(services, cause))?.isReleased ? "released_before" : "kept";
  const outcome = decision?.to ?? (closed.some(({ isCompleted }) => isCompleted) ? "failed" : "cancelled");
  if (await endUnpaid(services, cause, outcome, { closed, decision })) return "released";
  return releaseUnpaid(services, cause, decision); // another checkout was opened meanwhile, or another call was faster
}

export async function releaseUnpaidOrRefuse(
  services: Services,
  cause: PayableRef,
  decision?: Decision,
): Promise<ReleaseOutcome> {
  try {
    return await releaseUnpaid(services, cause, decision);
  } catch (error) {
    services.log.warn(
      { err: error, ...namedByColumn(cause) },
      "unpaid hold not released: Stripe could not be reached; a job tries again",
    );
    const message = "The payment page can’t be closed right now. Please try again in a minute.";
    throw new DomainError("payment_provider_failed", message, { cause: error });
  }
}

export async function releaseByAdmin(
  ctx: MemberContext,
  cause: PayableRef,
  { from, to, reason }: Omit<Decision, "user">,
): Promise<StatusOutcome> {
  const decision = { user: ctx.user, from, to, reason };
  const released = await releaseUnpaidOrRefuse(ctx, cause, decision);
  if (released === "kept") return { outcome: "paid_meanwhile" };
  // A webhook was faster.
  if (released === "released_before") await auditDecision(ctx.db, ctx, cause, decision);
  return { outcome: "changed" };
}

/**
 * Releases what a visitor left unpaid, if this browser or this account has begun it. Returns false, and changes nothing,
 * for everyone else who knows its id.
 */
export async function leaveOwnCheckout(ctx: Context, cause: PayableRef): Promise<{ isOwn: boolean }> {
  const isOwn = await payableOf(ctx, cause).isBegunBy(ctx, cause.id);
  if (isOwn) await leaveCheckout(ctx, cause);
  return { isOwn };
}

/** Releases what a visitor left unpaid. If Stripe can't be asked, a job retries later. */
export async function leaveCheckout(services: Services, cause: PayableRef): Promise<void> {
  try {
    await syncForPage(() => releaseUnpaid(services, cause));
  } catch (error) {
    services.log.warn(
      { err: error, ...namedByColumn(cause) },
      "unpaid hold not released: Stripe could not be reached; a job tries again",
    );
  }
}

async function closeCheckouts(services: Services, cause: PayableRef): Promise<ClosedPage[] | "paid"> {
  const open = await services.db
    .select()
    .from(payments)
    .where(and(isPaymentOf(cause), eq(payments.state, "open"), eq(payments.provider, "stripe")));
  const closed: ClosedPage[] = [];
  for (const { id: paymentId, stripeCheckoutSessionId: checkoutId } of open) {
    // No checkout was opened, or the customer never got its address: reconciling closes it.
    if (!checkoutId) continue;
    const checkout = await closeCheckout(services.stripe.client, checkoutId);
    if (checkout.payment_status === "paid") {
      await settlePayment(services, checkout);
      return "paid";
    }
    const isCompleted = isCompletedUnpaid(checkout);
    if (!isCompleted && checkout.status !== "expired") {
      throw new Error(`checkout ${checkout.id} is ${checkout.status} and ${checkout.payment_status}`);
    }
    closed.push({ paymentId, checkoutId, isCompleted });
  }
  return closed;
}
