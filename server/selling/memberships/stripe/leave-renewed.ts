import { memberships, users } from "@db/schema";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { findLive } from "../live";
import { changeRenewal, isRenewed, type RenewedMembership } from "./change-renewal";
import { closePage, isJoining } from "./checkout";
import { one } from "@db/one";

/**
 * Cancels a membership that Stripe renews, at the end of what is paid; of one that waits for its payment, the page is
 * closed. Returns false for a membership that Stripe has nothing to do with any more. Throws closed, payment_provider_failed.
 */
export async function cancelRenewed(ctx: MemberContext, leaveReason: string): Promise<boolean> {
  const membership = await findLive(ctx.db, ctx.user);
  if (!membership || membership.source !== "stripe") return false;
  if (membership.state === "pending" && isJoining(membership)) {
    const account = one(await ctx.db.select().from(users).where(eq(users.id, ctx.user.id)), "user");
    await tellStripe(ctx, () => closePage(ctx, membership, account));
    return !membership.startsWithCard;
  }
  if (!isRenewed(membership)) return false;
  // Stored first: an event may have the mail to the instructor written before this call ends.
  if (leaveReason !== "") await ctx.db.update(memberships).set({ leaveReason }).where(isOwn(membership));
  await tellStripe(ctx, () => changeRenewal(ctx, membership, { kind: "cancel", comment: leaveReason }));
  return true;
}

/** Lets Stripe renew a cancelled membership after all. Returns false for one that Stripe has nothing to do with. */
export async function undoRenewed(ctx: MemberContext): Promise<boolean> {
  const membership = await findLive(ctx.db, ctx.user);
  if (!membership || membership.source !== "stripe" || membership.state === "pending") return false;
  if (!isRenewed(membership))
    throw new DomainError("closed", "Your membership can’t go on. Please join again at its end.");
  await tellStripe(ctx, () => changeRenewal(ctx, membership, { kind: "undo" }));
  return true;
}

const isOwn = ({ id }: RenewedMembership) => eq(memberships.id, id);

/** Runs calls of Stripe. Throws payment_provider_failed if they fail: nothing has changed then, or a message follows. */
export async function tellStripe<Value>(
  ctx: Pick<MemberContext, "log">,
  call: () => Promise<Value>,
  failure = "Stripe could not be told. Please try again in a minute.",
): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.error({ err: error }, "Stripe could not be told of a change of a membership");
    throw new DomainError("payment_provider_failed", failure, { cause: error });
  }
}
