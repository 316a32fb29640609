import { type Membership, memberships } from "@db/schema";
import { and, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";

/** The states in which a membership grants what it holds, until its end. A cancelled one runs to it. */
const grantingStates = ["active", "past_due", "cancelled"] as const;

/** Finds the membership that grants something to a member now. */
export const whereGranting = ({ id }: { id: string }, now: Date): SQL | undefined =>
  and(eq(memberships.userId, id), whereAnyGrants(now));

/** Finds memberships that grant something now. While Stripe tries a payment again, one goes on past its end. */
export const whereAnyGrants = (now: Date): SQL | undefined =>
  and(
    isNull(memberships.endedAt),
    lte(memberships.startedAt, now),
    inArray(memberships.state, [...grantingStates]),
    or(gt(memberships.accessUntil, now), eq(memberships.state, "past_due")),
  );

type GrantingParts = Pick<Membership, "state" | "startedAt" | "accessUntil" | "endedAt">;

/** Returns whether a membership grants what it holds: the same rule as `whereGranting`. */
export const isGranting = ({ state, startedAt, accessUntil, endedAt }: GrantingParts, now: Date): boolean =>
  endedAt === null &&
  startedAt !== null &&
  startedAt <= now &&
  grantingStates.some((granting) => granting === state) &&
  (state === "past_due" || (accessUntil !== null && accessUntil > now));
