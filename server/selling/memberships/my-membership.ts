import { memberships } from "@db/schema";
import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { type ShownChange, showChange } from "./show-change";
import { type ShownMembership, showMembership } from "./show-membership";

type MyMembership = ShownMembership & {
  /** Whether its member may cancel it here. */
  isCancellable: boolean;
  /** Whether its member may still change their mind. */
  isUndoable: boolean;
  leaveReason: string;
  /** Whether Stripe takes its money, and shows its card. */
  isByCard: boolean;
  /** What is wrong with its payment. */
  due: string | null;
  /** A change of plan that is planned, or waits for its payment. */
  change: ShownChange | null;
  /** Whether its member may choose another plan on this site. */
  isChangeable: boolean;
};

/** Returns the live membership of a member, or the last one they had; null without any. */
export async function getMyMembership(ctx: MemberContext): Promise<MyMembership | null> {
  const [membership] = await ctx.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, ctx.user.id), or(isNull(memberships.endedAt), isNotNull(memberships.startedAt))))
    .orderBy(sql`${memberships.endedAt} desc nulls first`, desc(memberships.createdAt))
    .limit(1);
  if (!membership) return null;
  const { endedAt, state, source, accessUntil, leaveReason, renewalEndedAt } = membership;
  const isLive = endedAt === null && renewalEndedAt === null;
  const change = isLive ? await showChange(ctx.db, membership, ctx.settings.siteTimeZone) : null;
  return {
    ...{ change, isChangeable: isLive && source === "stripe" && state !== "pending" && !change },
    ...(await showMembership(ctx, membership)),
    isCancellable: isLive && state !== "cancelled",
    isUndoable: isLive && state === "cancelled" && accessUntil !== null && accessUntil > ctx.clock.now(),
    leaveReason: leaveReason ?? "",
    isByCard: source === "stripe" && membership.customerReference !== null,
    due:
      state === "past_due"
        ? "Its last payment could not be taken. You keep it while the payment is tried again."
        : null,
  };
}
