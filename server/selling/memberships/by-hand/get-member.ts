import { randomUUID } from "node:crypto";
import { membershipPeriods, memberships, purchases, users } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { dayOf } from "../../../core/dates";
import { shownEmail } from "../../../core/email-address";
import { DomainError } from "../../../core/errors";
import { formatAmount } from "../../../core/money";
import { lastDayValue } from "../../../core/last-days";
import { isOpening } from "../../purchases/transitions";
import { membershipVersion } from "./change-by-hand";
import { lastDayOf } from "../../../catalogue/passes/period";
import { lastGivenEnd } from "../periods/periods";
import type { ChangeKind } from "../schemas";
import { type ShownMembership, showMembership } from "../show/show-membership";
import { isRenewed } from "../stripe/change-renewal";
import { isRevivable } from "../transitions";

export type MemberDetails = ShownMembership & {
  member: string;
  email: string;
  leaveReason: string | null;
  periods: { id: string; text: string; orderId: string | null }[];
  /** What can be done by hand now. */
  changes: ChangeKind[];
  /** The last day, as a form holds it. */
  lastDay: string;
  /** Until when months can be given at most; null where nothing limits it. */
  givenUntil: string | null;
  currency: string;
  version: string;
  formKey: string;
};

const kindWords = {
  paid: "Paid",
  elsewhere: "Paid elsewhere",
  free: "Free of charge",
  trial: "Trial",
  paused: "Moved by a pause",
};

/** Returns a membership with its periods and what can be done with it. Throws not_found. */
export async function getMember(ctx: Context, { id }: { id: string }): Promise<MemberDetails> {
  const { db, settings, clock } = ctx;
  const [found] = await db
    .select({ membership: memberships, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.id, id));
  if (!found) throw new DomainError("not_found", "Membership not found");
  const { membership, user } = found;
  const rows = await db
    .select({ period: membershipPeriods, purchase: purchases })
    .from(membershipPeriods)
    .leftJoin(purchases, eq(purchases.id, membershipPeriods.purchaseId))
    .where(eq(membershipPeriods.membershipId, id))
    .orderBy(asc(membershipPeriods.startsAt), asc(membershipPeriods.createdAt));
  const zone = settings.siteTimeZone;
  return {
    ...(await showMembership(ctx, membership)),
    member: user.fullName,
    email: shownEmail(user.email),
    leaveReason: membership.leaveReason,
    periods: rows.map(({ period, purchase }) => ({
      id: period.id,
      orderId: period.purchaseId,
      text: [
        `${dayOf(period.startsAt, zone)} to ${dayOf(new Date(period.endsAt.getTime() - 1), zone)}`,
        kindWords[period.kind],
        purchase && formatAmount({ amountMinor: purchase.totalMinor, currency: purchase.currency }),
        purchase && !isOpening(purchase) && "taken back",
      ]
        .filter(Boolean)
        .join(", "),
    })),
    changes: changesOf(membership, clock.now()),
    lastDay: membership.accessUntil ? lastDayValue(membership.accessUntil, zone) : "",
    givenUntil: isRenewed(membership) ? lastDayOf(lastGivenEnd(clock.now(), zone), zone) : null,
    currency: membership.currency,
    version: membershipVersion(membership),
    formKey: randomUUID(),
  };
}

type Membership = typeof memberships.$inferSelect;

function changesOf(membership: Membership, now: Date): ChangeKind[] {
  const { state, source, endedAt, accessUntil } = membership;
  const isOutside = source === "outside";
  if (endedAt) return isRevivable({ state, endedAt }, now) && isOutside ? ["extend", "give"] : [];
  if (state === "paused") return ["resume", "end"];
  const isActive = state === "active" && accessUntil !== null && accessUntil > now;
  if (!isOutside) return isRenewed(membership) && isActive ? ["give", "pause", "end"] : ["end"];
  return ["extend", "give", ...(isActive ? (["pause"] as const) : []), "end"];
}
