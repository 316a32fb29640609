import { and, eq } from "drizzle-orm";
import { payments } from "@db/schema";
import { DomainError } from "../core/errors";
import type { MemberContext } from "../core/context";
import type { Services } from "../core/services";
import { closeCheckout } from "./checkout-pages";
import { type Cause, isFor } from "./paid-payments";
import { readPayable } from "./payable";
import type { StatusOutcome } from "./schemas";
import { settlePayment } from "./settle";
import { syncForPage } from "./stripe-failure";
import { auditDecision, type ClosedPage, type Decision, endUnpaid, isCompletedUnpaid } from "./unpaid";

/** `given_up_before`: by another call or a webhook. `kept`: paid, or never pending. */
export type Released = "given_up" | "given_up_before" | "kept";

/** Releases a hold once its checkouts are closed unpaid. Throws and changes nothing if Stripe can't be asked. */
export async function releaseUnpaid(services: Services, cause: Cause, decision?: Decision): Promise<Released> {
  const state = await readPayable(services, cause);
  if (!state?.isPending) return state?.isGivenUp ? "given_up_before" : "kept";
  const closed = await closePages(services, cause);
  if (closed === "paid") return (await readPayable(services, cause))?.isGivenUp ? "given_up_before" : "kept";
  const outcome = decision?.to ?? (closed.some(({ isCompleted }) => isCompleted) ? "failed" : "cancelled");
  if (await endUnpaid(services, cause, outcome, { closed, decision })) return "given_up";
  return releaseUnpaid(services, cause, decision); // another checkout was opened meanwhile, or another call was faster
}

export async function giveUpUnpaid(services: Services, cause: Cause, decision?: Decision): Promise<Released> {
  try {
    return await releaseUnpaid(services, cause, decision);
  } catch (error) {
    services.log.warn({ err: error, ...cause }, "what is unpaid stays until Stripe can be asked");
    const message = "The payment page can’t be closed right now. Please try again in a minute.";
    throw new DomainError("payment_provider_failed", message, { cause: error });
  }
}

export async function giveUpByHand(
  ctx: MemberContext,
  cause: Cause,
  { from, to, reason }: Omit<Decision, "user">,
): Promise<StatusOutcome> {
  const decision = { user: ctx.user, from, to, reason };
  const released = await giveUpUnpaid(ctx, cause, decision);
  if (released === "kept") return { outcome: "paid_meanwhile" };
  // A webhook was faster.
  if (released === "given_up_before") await auditDecision(ctx.db, ctx, cause, decision);
  return { outcome: "changed" };
}

/** Releases what a visitor left unpaid. If Stripe can't be asked, a job retries later. */
export async function leaveCheckout(services: Services, cause: Cause): Promise<void> {
  try {
    await syncForPage(() => releaseUnpaid(services, cause));
  } catch (error) {
    services.log.warn({ err: error, ...cause }, "what is unpaid stays until Stripe can be asked");
  }
}

async function closePages(services: Services, cause: Cause): Promise<ClosedPage[] | "paid"> {
  const open = await services.db
    .select()
    .from(payments)
    .where(and(isFor(cause), eq(payments.state, "open")));
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
