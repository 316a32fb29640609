import { type Membership, memberships } from "@db/schema";
import { and, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";

/** The states in which a membership grants what it holds, until its end. A cancelled one runs to it. */
const grantingStates = ["active", "past_due", "cancelled"] as const;

/**
 * How long after its end a membership that Stripe renews goes on until Stripe has said whether it is paid, in days: an
 * invoice is a draft for an hour, and messages may be late.
 */
const renewalDays = 3;

const renewedSince = (now: Date): Date => new Date(now.getTime() - renewalDays * 24 * 3_600_000);

/** Finds the membership that grants something to a member now. */
export const whereGranting = ({ id }: { id: string }, now: Date): SQL | undefined =>
  and(eq(memberships.userId, id), whereAnyGrants(now));

/** Finds memberships that grant something now. While Stripe tries a payment again, one goes on past its end. */
export const whereAnyGrants = (now: Date): SQL | undefined =>
  and(
    isNull(memberships.endedAt),
    lte(memberships.startedAt, now),
    inArray(memberships.state, [...grantingStates]),
    or(
      gt(memberships.accessUntil, now),
      eq(memberships.state, "past_due"),
      and(
        eq(memberships.state, "active"),
        eq(memberships.source, "stripe"),
        isNull(memberships.renewalEndedAt),
        gt(memberships.accessUntil, renewedSince(now)),
      ),
    ),
  );

/** Returns whether Stripe goes on renewing a membership that is active. */
export const isRenewing = ({
  state,
  source,
  renewalEndedAt,
}: Pick<Membership, "state" | "source" | "renewalEndedAt">): boolean =>
  state === "active" && source === "stripe" && renewalEndedAt === null;

type GrantingParts = Pick<Membership, "state" | "source" | "startedAt" | "accessUntil" | "endedAt" | "renewalEndedAt">;

/** Returns whether a membership grants what it holds: the same rule as `whereGranting`. */
export function isGranting(membership: GrantingParts, now: Date): boolean {
  const { state, startedAt, accessUntil, endedAt } = membership;
  const isInState = grantingStates.some((granting) => granting === state);
  if (endedAt !== null || startedAt === null || startedAt > now || !isInState) return false;
  if (state === "past_due") return true;
  return accessUntil !== null && accessUntil > (isRenewing(membership) ? renewedSince(now) : now);
}
