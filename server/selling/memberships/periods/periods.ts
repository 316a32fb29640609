import type { MembershipPeriod } from "@db/schema";
import { DateTime } from "luxon";
import { endAfter } from "../../../core/last-days";

export type Interval = "month" | "year";

type Span = { startsAt: Date; endsAt: Date };

/** Returns so many months after an instant, at the same time of the day in a zone. */
export const monthsAfter = (instant: Date, months: number, zone: string): Date =>
  DateTime.fromJSDate(instant, { zone }).plus({ months }).toJSDate();

const averageMonthMs = (365.25 / 12) * 24 * 3_600_000;
const monthsBetween = (from: Date, until: Date): number =>
  Math.round((until.getTime() - from.getTime()) / averageMonthMs);

/**
 * Returns so many months after the end of a period. One that ended on the last day of a month only because that has no
 * day like its first is followed by such days again: 31 January, 28 February, 31 March.
 */
export function monthsAfterPeriod({ startsAt, endsAt }: Span, months: number, zone: string): Date {
  const length = monthsBetween(startsAt, endsAt);
  const isWhole = length > 0 && monthsAfter(startsAt, length, zone).getTime() === endsAt.getTime();
  return isWhole ? monthsAfter(startsAt, length + months, zone) : monthsAfter(endsAt, months, zone);
}

/** Returns the end of months from an instant on. From midnight they end with the last day that they are promised for. */
function endOfMonths(from: Date, months: number, zone: string): Date {
  const first = DateTime.fromJSDate(from, { zone });
  const end = first.plus({ months });
  const lastDay = first.minus({ days: 1 }).plus({ months });
  const isMidnight = first.equals(first.startOf("day"));
  return (isMidnight ? DateTime.max(end, lastDay.plus({ days: 1 }).startOf("day")) : end).toJSDate();
}

/**
 * Returns the end of months that are given free of charge. Those that follow others are counted from the end before
 * these: 30 January, 28 February, 30 March.
 */
export function endOfGiven(periods: KnownPeriod[], startsAt: Date, months: number, zone: string): Date {
  let from = startsAt;
  for (let before: KnownPeriod | undefined; (before = givenUntil(periods, from));) from = before.startsAt;
  return endOfMonths(from, monthsBetween(from, startsAt) + months, zone);
}

const givenUntil = (periods: KnownPeriod[], end: Date): KnownPeriod | undefined =>
  periods.find(({ kind, endsAt }) => kind === "free" && endsAt.getTime() === end.getTime());

/** Returns the first instant of a day such as "2026-05-03". */
const startOf = (day: string, zone: string): Date => DateTime.fromISO(day, { zone }).startOf("day").toJSDate();

/** Returns the period from the beginning of a day to the end of another. */
export const spanOf = (from: string, until: string, zone: string): Span => ({
  startsAt: startOf(from, zone),
  endsAt: endAfter(until, zone),
});

/** Returns where a period begins that follows others: at their end, or now if that is over. */
export const followingStart = (accessUntil: Date | null, now: Date): Date =>
  accessUntil && accessUntil > now ? accessUntil : now;

// Its reference says two years from the anchor; it counts from now: https://github.com/stripe/stripe-ruby/issues/804
/** Stripe takes no later end of free days. */
const longestFreeMs = 730 * 24 * 3_600_000;
const hourMs = 3_600_000;

/** Returns the last instant until which Stripe can be asked to wait, with an hour in which to ask for it. */
export const lastFreeInstant = (now: Date): Date => new Date(now.getTime() + longestFreeMs - hourMs);

/** Returns until when months can be given at most: for two years. */
export function lastGivenEnd(now: Date, zone: string): Date {
  const longest = lastFreeInstant(now);
  const months = monthsAfter(now, 24, zone);
  return months < longest ? months : longest;
}

/** Returns the beginning of the first of some periods and the end of the last; null without any. */
export function rangeOf(periods: Span[]): Span | null {
  const [first, ...others] = periods;
  if (!first) return null;
  return others.reduce(
    (range, { startsAt, endsAt }) => ({
      startsAt: startsAt < range.startsAt ? startsAt : range.startsAt,
      endsAt: endsAt > range.endsAt ? endsAt : range.endsAt,
    }),
    { startsAt: first.startsAt, endsAt: first.endsAt },
  );
}

/** Returns whether a period is the rest of another. */
export const isWithinAnother = ({ startsAt, endsAt }: Span, periods: Span[]): boolean =>
  periods.some((other) => other.startsAt < startsAt && other.endsAt >= endsAt);

/** A month of a period, for which credits are granted once: it begins at `at`. */
type DueMonth = { periodId: string; month: number; at: Date; endsAt: Date };

type KnownPeriod = Pick<MembershipPeriod, "id" | "kind" | "startsAt" | "endsAt" | "pausedAt">;

/**
 * Returns the months that have begun by now, oldest first. A pause moves the months behind its beginning by its length,
 * but not those of periods that were added behind it; the time by which it moved the end is no period of its own.
 */
export function dueMonths(periods: KnownPeriod[], now: Date, zone: string): DueMonth[] {
  const pauses = periods.flatMap(({ pausedAt, startsAt, endsAt }) =>
    pausedAt ? [{ from: pausedAt.getTime(), ms: endsAt.getTime() - startsAt.getTime(), endBefore: startsAt }] : [],
  );
  pauses.sort((a, b) => a.from - b.from);
  const moved = (instant: Date, { endsAt }: KnownPeriod): Date =>
    new Date(
      pauses
        .filter(({ endBefore }) => endsAt <= endBefore)
        .reduce((at, { from, ms }) => (at > from ? at + ms : at), instant.getTime()),
    );
  return periods
    .filter(({ kind }) => kind !== "paused")
    .flatMap((period) =>
      monthsIn(period, now, zone).map(({ at, endsAt, ...due }) => {
        const begins = moved(at, period);
        return { ...due, at: begins, endsAt: new Date(begins.getTime() + endsAt.getTime() - at.getTime()) };
      }),
    )
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * A rest of a period that is no month of its own: Stripe's months are those of UTC, of another length than the site's
 * where its clocks change, and from February 28 to March 31.
 */
const restMs = 4 * 24 * 3_600_000;

/** Returns the months of a period that would have begun by now if nothing had moved them. */
function monthsIn({ id, startsAt, endsAt }: KnownPeriod, now: Date, zone: string): DueMonth[] {
  const months: DueMonth[] = [];
  const last = endsAt.getTime() - restMs;
  const isMonth = (at: Date) => at === startsAt || at.getTime() <= last;
  let at = startsAt;
  while (at <= now && isMonth(at)) {
    const next = monthsAfter(startsAt, months.length + 1, zone);
    months.push({ periodId: id, month: months.length, at, endsAt: next });
    at = next;
  }
  return months;
}

/** Returns how much of the month in which an instant is is left, from 0 to 1; 0 without one. */
export function shareLeftOfMonth(periods: KnownPeriod[], at: Date, zone: string): number {
  const whole = periods.filter((period) => !isWithinAnother(period, periods));
  const month = dueMonths(whole, at, zone).at(-1);
  if (!month) return 0;
  const end = month.endsAt.getTime();
  const share = (end - at.getTime()) / (end - month.at.getTime());
  return Math.min(1, Math.max(0, share));
}
