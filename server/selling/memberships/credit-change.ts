import type { MembershipPeriod, PlanChange } from "@db/schema";
import { dueMonths, type Interval, isWithinAnother } from "./periods";

type Month = { startsAt: Date; endsAt: Date };

/** Returns the month of the periods in which an instant is; null without one. */
export function monthAt(periods: MembershipPeriod[], at: Date, zone: string): Month | null {
  const whole = periods.filter((period) => !isWithinAnother(period, periods));
  const begun = dueMonths(whole, at, zone).at(-1);
  return begun ? { startsAt: begun.at, endsAt: begun.endsAt } : null;
}

type Terms = { credits: number | null; interval: Interval };

/**
 * Returns the credits that come, or go, with a change of plan within a month: as much of them as of the price is charged
 * and credited for the rest of it. A new interval begins a whole month, a change of the same one goes on with the month.
 */
export function creditChangeOf(before: Terms, after: Terms, month: Month | null, at: Date): number {
  const left = month ? shareLeft(month, at) : 0;
  const unused = (before.credits ?? 0) * left;
  return after.interval === before.interval
    ? Math.round((after.credits ?? 0) * left - unused)
    : (after.credits ?? 0) - Math.round(unused);
}

function shareLeft({ startsAt, endsAt }: Month, at: Date): number {
  const share = (endsAt.getTime() - at.getTime()) / (endsAt.getTime() - startsAt.getTime());
  return Math.min(1, Math.max(0, share));
}

type KnownChange = Pick<PlanChange, "kind" | "creditChange" | "credits">;

/** Returns the credits that the first month of a changed plan grants. */
export const firstCredits = ({ kind, creditChange, credits }: KnownChange): number =>
  kind === "at_once" ? creditChange : (credits ?? 0);
