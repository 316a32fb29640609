import type { Queryable } from "@db/client";
import { type Membership, memberships } from "@db/schema";
import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { summarize } from "./show-membership";

/** What is said of a plan beside its title, where its membership is not simply active. */
const notes: Partial<Record<Membership["state"], string>> = {
  paused: "paused",
  past_due: "payment due",
  cancelled: "cancelled",
};

/** Returns the plans of those of some accounts whose membership has begun and is not over, as "Every week, paused". */
export async function readHeldPlans(db: Queryable, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const isHeld = and(isNotNull(memberships.startedAt), isNull(memberships.endedAt));
  const rows = await db
    .select({ userId: memberships.userId, title: memberships.title, state: memberships.state })
    .from(memberships)
    .where(and(inArray(memberships.userId, userIds), isHeld));
  return new Map(
    rows.map(({ userId, title, state }) => [userId, [title, notes[state]].filter(Boolean).join(", ")] as const),
  );
}

/** Lists the memberships that an account has and has had, the newest first. */
export async function listMembershipsOf(ctx: Context, userId: string) {
  const rows = await ctx.db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(desc(memberships.createdAt), desc(memberships.id));
  return rows.map((membership) => summarize(membership, ctx));
}
