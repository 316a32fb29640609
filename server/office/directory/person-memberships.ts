import { memberships } from "@db/schema";
import { desc, eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { describePeriod } from "../../selling/memberships/show-membership";
import type { Person } from "./person-records";

type PersonMembership = {
  id: string;
  title: string;
  period: string;
  state: (typeof memberships.$inferSelect)["state"];
  isOver: boolean;
};

/** Lists the memberships that a person has or had, the newest first. */
export async function listMembershipsOf(ctx: Context, { userId }: Person): Promise<PersonMembership[]> {
  if (userId === null) return [];
  const rows = await ctx.db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(desc(memberships.createdAt), desc(memberships.id));
  return rows.map((membership) => ({
    id: membership.id,
    title: membership.title,
    state: membership.state,
    isOver: membership.endedAt !== null,
    period: describePeriod(membership, ctx),
  }));
}
