import { type Membership, memberships } from "@db/schema";
import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { MemberContext } from "../../../core/context";
import { lastDayOf } from "../../../catalogue/passes/period";
import { printRenewal, type ShownMembership, showMembership } from "./show-membership";

type MyMembership = ShownMembership & {
  /** Whether its member may cancel it here. */
  isCancellable: boolean;
  /** Whether its member may still change their mind. */
  isUndoable: boolean;
  leaveReason: string;
  /** Whether Stripe takes its money, and shows its card. */
  isByCard: boolean;
  /** What is joined on the page that leads to Stripe; null unless it waits for its first payment there. */
  waitsFor: { plan: string; interval: Membership["interval"] } | null;
  /** Until when nothing is charged, and what comes then. */
  trial: string | null;
  /** What is wrong with its payment. */
  due: string | null;
  /** Whether its member may choose another plan in Stripe’s portal. */
  isChangeable: boolean;
};

/** Selects what a member's own page can show: a live membership, and those that they had. */
export const isShownTo = (user: { id: string }) =>
  and(eq(memberships.userId, user.id), or(isNull(memberships.endedAt), isNotNull(memberships.startedAt)));

/** Returns the live membership of a member, or the last one they had; null without any. */
export async function getMyMembership(ctx: MemberContext): Promise<MyMembership | null> {
  const [membership] = await ctx.db
    .select()
    .from(memberships)
    .where(isShownTo(ctx.user))
    .orderBy(sql`${memberships.endedAt} desc nulls first`, desc(memberships.createdAt))
    .limit(1);
  if (!membership) return null;
  const { endedAt, state, source, accessUntil, leaveReason, renewalEndedAt } = membership;
  const isLive = endedAt === null && renewalEndedAt === null;
  const shown = await showMembership(ctx, membership);
  return {
    ...shown,
    isChangeable: isLive && source === "stripe" && state === "active",
    isCancellable: isLive && state !== "cancelled",
    isUndoable: isLive && state === "cancelled" && accessUntil !== null && accessUntil > ctx.clock.now(),
    leaveReason: leaveReason ?? "",
    waitsFor:
      isLive && state === "pending" && source === "stripe"
        ? { plan: membership.productId, interval: membership.interval }
        : null,
    trial: describeTrial(membership, ctx.settings.siteTimeZone),
    isByCard: source === "stripe" && membership.customerReference !== null,
    due:
      state === "past_due"
        ? "Its last payment could not be taken. You keep it while the payment is tried again."
        : null,
  };
}

const dayMs = 24 * 3_600_000;

/** Nothing but the trial has moved the end. What comes after it is said with the plan that follows. */
function describeTrial(membership: Membership, timeZone: string): string | null {
  const { state, endedAt, trialDays, startedAt, accessUntil } = membership;
  if (state !== "active" || endedAt || trialDays === 0 || !startedAt || !accessUntil) return null;
  if (accessUntil.getTime() - startedAt.getTime() > (trialDays + 0.5) * dayMs) return null;
  const free = `It is free until ${lastDayOf(accessUntil, timeZone)}.`;
  return membership.nextTitle === null
    ? `${free} Then it costs ${printRenewal(membership)}, unless you cancel before.`
    : free;
}
