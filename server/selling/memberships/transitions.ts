import { type Membership, memberships } from "@db/schema";
import { and, eq, gte, type SQL } from "drizzle-orm";

export type MembershipState = Membership["state"];

/**
 * Which state may follow which. Cancelled was chosen, and runs to its end; expired has lapsed, and comes back with its
 * history for 30 days. A membership that is over keeps its state and has `endedAt`.
 */
const next: Record<MembershipState, readonly MembershipState[]> = {
  pending: ["active", "cancelled", "expired"],
  active: ["paused", "past_due", "cancelled", "expired"],
  paused: ["active", "cancelled", "expired"],
  past_due: ["active", "cancelled", "expired"],
  // Paused in the dashboard of its source, and kept after all.
  cancelled: ["active", "paused"],
  expired: ["active"],
};

/** How long a membership that has lapsed comes back with its history, in days. */
export const revivalDays = 30;

const dayMs = 24 * 3_600_000;

type KnownEnd = Pick<Membership, "state" | "endedAt">;

/** Returns whether a membership may become what is wanted now. What is over never changes again, except one that lapsed not long ago. */
export function mayBecome({ state, endedAt }: KnownEnd, to: MembershipState, now: Date): boolean {
  if (!next[state].includes(to)) return false;
  return endedAt === null || isRevivable({ state, endedAt }, now);
}

/** Returns whether a membership has lapsed and comes back with its next paid period. */
export const isRevivable = ({ state, endedAt }: KnownEnd, now: Date): boolean =>
  state === "expired" && endedAt !== null && now.getTime() - endedAt.getTime() <= revivalDays * dayMs;

/** Finds memberships that have lapsed and come back with their next paid period: the same rule as `isRevivable`. */
export const whereRevivable = (now: Date): SQL | undefined =>
  and(eq(memberships.state, "expired"), gte(memberships.endedAt, new Date(now.getTime() - revivalDays * dayMs)));
