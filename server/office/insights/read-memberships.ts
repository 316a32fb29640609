import type { Queryable } from "@db/client";
import { membershipPeriods, memberships, purchases } from "@db/schema";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { openingStatuses } from "../../catalogue/entitlements/bought";
import { currencies, type Currency, formatAmount } from "../../core/money";
import type { Months } from "./period";
import { isWithin } from "../../payments/counted-income";

/** The members of the period, and what they pay a month. */
export type MembershipInsight = {
  /** Those who have a membership now. */
  members: number;
  joined: number;
  left: number;
  /** Why members left, in their own words, the newest first. */
  reasons: string[];
  /** What the paid periods that run now come to a month, in each currency; null for nothing. */
  monthly: string | null;
};

const mostReasons = 20;
const averageMonthMs = (365.25 / 12) * 24 * 3_600_000;

/** Reads the members, those who joined and left in a period and why, and the revenue that recurs, from our own books. */
export async function readMemberships(db: Queryable, period: Months, now: Date): Promise<MembershipInsight> {
  const { startedAt, endedAt, leaveReason, cancelledAt } = memberships;
  const [members, joined, left, reasons, running] = await Promise.all([
    db.$count(memberships, and(isNotNull(startedAt), isNull(endedAt))),
    db.$count(memberships, isWithin(startedAt, period)),
    db.$count(memberships, and(isNotNull(startedAt), isWithin(endedAt, period))),
    db
      .select({ leaveReason })
      .from(memberships)
      .where(and(isNotNull(leaveReason), sql`${leaveReason} <> ''`, isWithin(cancelledAt, period)))
      .orderBy(desc(cancelledAt), desc(memberships.id))
      .limit(mostReasons),
    readRunning(db, now),
  ]);
  return {
    members,
    joined,
    left,
    reasons: reasons.flatMap((row) => row.leaveReason ?? []),
    monthly: printMonthly(running),
  };
}

type RunningPeriod = {
  membershipId: string;
  startsAt: Date;
  endsAt: Date;
  totalMinor: number;
  currency: Currency;
  /** What the membership costs, and since when its plan is what it is. */
  priceMinor: number;
  interval: "month" | "year";
  planSince: Date | null;
};

/** Reads the paid periods that run now: what was really paid, not what a plan costs today. */
function readRunning(db: Queryable, now: Date): Promise<RunningPeriod[]> {
  const { startsAt, endsAt } = membershipPeriods;
  const { priceMinor, interval, planSince } = memberships;
  return db
    .select({
      membershipId: membershipPeriods.membershipId,
      startsAt,
      endsAt,
      totalMinor: purchases.totalMinor,
      currency: purchases.currency,
      priceMinor,
      interval,
      planSince,
    })
    .from(membershipPeriods)
    .innerJoin(purchases, eq(purchases.id, membershipPeriods.purchaseId))
    .innerJoin(memberships, eq(memberships.id, membershipPeriods.membershipId))
    .where(
      and(
        lte(startsAt, now),
        gt(endsAt, now),
        isNull(memberships.endedAt),
        inArray(purchases.status, [...openingStatuses]),
        isNull(purchases.archivedAt),
      ),
    );
}

/** A payment that has changed the plan is less than its price: the rest was credited of what had been paid. */
const isOfChange = ({ startsAt, planSince }: RunningPeriod): boolean =>
  planSince !== null && Math.abs(startsAt.getTime() - planSince.getTime()) < 1000;

/** Returns what a paid period comes to a month, in minor units; what is about a month or a year long is not rounded by its days. */
function monthlyMinor(period: RunningPeriod): number {
  const { startsAt, endsAt, totalMinor, priceMinor, interval } = period;
  if (isOfChange(period)) return Math.floor(priceMinor / (interval === "year" ? 12 : 1));
  const months = Math.max(1, Math.round((endsAt.getTime() - startsAt.getTime()) / averageMonthMs));
  return Math.floor(totalMinor / months);
}

/** Leaves out what a change of plan has credited: its period stands for those of its membership that began before it. */
const withoutCredited = (periods: RunningPeriod[]): RunningPeriod[] =>
  periods.filter(
    ({ membershipId, startsAt }) =>
      !periods.some((other) => other.membershipId === membershipId && isOfChange(other) && other.startsAt > startsAt),
  );

function printMonthly(all: RunningPeriod[]): string | null {
  const periods = withoutCredited(all);
  const sums = currencies.map((currency) => ({
    currency,
    amountMinor: periods
      .filter((period) => period.currency === currency)
      .reduce((sum, period) => sum + monthlyMinor(period), 0),
  }));
  const paid = sums.filter(({ amountMinor }) => amountMinor > 0);
  return paid.map(formatAmount).join(" and ") || null;
}
