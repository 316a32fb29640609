import type { Transaction } from "@db/client";
import type { Membership } from "@db/schema";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { inTransaction } from "../../../core/transaction";
import { lockAgainstDeletion } from "../../../accounts/accounts";
import { resume } from "../periods/resume";
import { changeMembership } from "../periods/change-membership";
import { isLiveOf } from "../live";
import { lockMemberships } from "../lock";
import { mailLeaving } from "../mails/mails";
import type { Leaving } from "../schemas";
import { cancelRenewed, undoRenewed } from "../stripe/leave-renewed";

/**
 * Cancels the membership of a member: it runs to the end of what is paid. A second time changes nothing but the reason.
 * Throws not_found, closed, payment_provider_failed.
 */
export async function cancelMembership(ctx: MemberContext, { leaveReason: typed }: Leaving): Promise<void> {
  if (await cancelRenewed(ctx, typed)) return;
  await inTransaction(ctx, async (tx) => {
    const membership = await lockOwn(tx, ctx);
    const leaveReason = typed === "" ? membership.leaveReason : typed;
    if (membership.state === "cancelled") {
      await changeMembership(tx, ctx, membership, { leaveReason });
      return;
    }
    const now = ctx.clock.now();
    const going = membership.state === "paused" ? await resume(tx, ctx, membership) : membership;
    const cancelled = await changeMembership(tx, ctx, going, {
      state: "cancelled",
      cancelledAt: now,
      leaveReason,
      ...(going.state === "pending" && { endedAt: now }),
    });
    await mailLeaving(tx, ctx, cancelled, String(now.getTime()));
  });
}

/** Lets a cancelled membership go on, until its end. A second time changes nothing. Throws not_found, closed. */
export async function undoCancelling(ctx: MemberContext): Promise<void> {
  if (await undoRenewed(ctx)) return;
  await inTransaction(ctx, async (tx) => {
    const membership = await lockOwn(tx, ctx);
    if (membership.state !== "cancelled") return;
    const now = ctx.clock.now();
    if (!membership.accessUntil || membership.accessUntil <= now) {
      throw new DomainError("closed", "Your membership is over.");
    }
    const goesOn = await changeMembership(tx, ctx, membership, {
      state: "active",
      cancelledAt: null,
      leaveReason: null,
    });
    await mailLeaving(tx, ctx, goesOn, String(now.getTime()));
  });
}

/** Locks the live membership of a member. Throws not_found. */
async function lockOwn(tx: Transaction, { user }: MemberContext): Promise<Membership> {
  await lockAgainstDeletion(tx, user);
  const [membership] = await lockMemberships(tx, isLiveOf(user));
  if (!membership) throw new DomainError("not_found", "You have no membership.");
  return membership;
}
