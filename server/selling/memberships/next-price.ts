import type { Membership } from "@db/schema";
import { longDay } from "../../core/dates";
import { isRenewing } from "../../core/granting";
import { formatAmount } from "../../core/money";
import { type Interval, monthsAfterPeriod } from "./periods";
import { endOfPaused } from "./resume";

/** How long before the renewal at which a price changes its member is mailed, in days. */
const noticeDays = 30;

/** How long before that renewal the price is changed, in days: if the site is down so long, the old one is charged. */
const changeDays = 3;

/** Instants of ours and of Stripe differ by less, in milliseconds. */
const toleranceMs = 60_000;

const dayMs = 24 * 3_600_000;
const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * dayMs);

/** Returns when Stripe charges for what follows an end: at its full second, which is a day later where a pause ends at midnight. */
export const chargedAt = (end: Date): Date => new Date(Math.ceil(end.getTime() / 1000) * 1000);

type KnownEnd = Pick<Membership, "source" | "interval" | "pausedAt" | "resumesAt"> & {
  accessUntil: Date;
  /** When the period began that ends then. */
  lastFrom: Date;
};

/** Returns the first renewal that is at least 30 days after now; that of a paused membership if its pause is not cut short. */
export function renewalAfterNotice(membership: KnownEnd, now: Date, timeZone: string): Date {
  const { pausedAt, resumesAt, accessUntil, lastFrom } = membership;
  const moved = pausedAt && resumesAt ? endOfPaused({ pausedAt, resumesAt, accessUntil }, resumesAt) : accessUntil;
  const end = chargedAt(moved);
  const earliest = daysAfter(now, noticeDays);
  // Stripe's months are those of UTC.
  const zone = membership.source === "stripe" ? "utc" : timeZone;
  const length = membership.interval === "year" ? 12 : 1;
  const last = { startsAt: chargedAt(lastFrom), endsAt: end };
  let at = end;
  for (let months = length; at < earliest; months += length) at = monthsAfterPeriod(last, months, zone);
  return at;
}

/** Returns until when a price must begin to be looked at. */
export const lookingAhead = (now: Date): Date => daysAfter(now, changeDays);

type PricedMembership = Pick<
  Membership,
  "source" | "state" | "reference" | "renewalEndedAt" | "accessUntil" | "nextPriceFrom"
>;

/** Returns the renewal for which the price of a membership is changed now; null if it is not time. */
export function renewalWithNextPrice(membership: PricedMembership, now: Date): Date | null {
  const { source, reference, accessUntil, nextPriceFrom } = membership;
  if (!nextPriceFrom) return null;
  if (source === "outside") return nextPriceFrom <= now ? nextPriceFrom : null;
  if (
    !isRenewing(membership) ||
    reference === null ||
    !accessUntil ||
    accessUntil <= now ||
    accessUntil > lookingAhead(now)
  )
    return null;
  return isFrom(nextPriceFrom, accessUntil) ? accessUntil : null;
}

const isFrom = (nextPriceFrom: Date, renewal: Date): boolean =>
  renewal.getTime() >= nextPriceFrom.getTime() - toleranceMs;

/** Returns whether a mail that was sent at some time was in time for a renewal. */
export const isInTime = (sentAt: Date, renewal: Date): boolean =>
  daysAfter(sentAt, noticeDays).getTime() <= renewal.getTime() + toleranceMs;

type NextPrice = Pick<
  Membership,
  "priceMinor" | "currency" | "interval" | "accessUntil" | "nextPriceMinor" | "nextPriceFrom"
>;

/** Says what the next renewal of a membership costs, such as "£45.00 a month". */
export function printRenewalPrice(membership: NextPrice): string {
  const { accessUntil, nextPriceMinor, nextPriceFrom } = membership;
  const isNext = nextPriceFrom !== null && accessUntil !== null && isFrom(nextPriceFrom, accessUntil);
  return printAmount(membership, (isNext ? nextPriceMinor : null) ?? membership.priceMinor);
}

/** Says what a membership costs with some price, such as "£45.00 a month". */
export const printAmount = (
  { currency, interval }: { currency: Membership["currency"]; interval: Interval },
  amountMinor: number,
): string => `${formatAmount({ amountMinor, currency })} a ${interval}`;

/** Says from when a membership costs what; null if it stays as it is, or is not renewed. */
export function describeNextPrice(
  membership: NextPrice & Pick<Membership, "endedAt" | "state">,
  timeZone: string,
): string | null {
  const { nextPriceMinor, nextPriceFrom, accessUntil, endedAt, state } = membership;
  if (nextPriceMinor === null || !nextPriceFrom || endedAt || state === "cancelled") return null;
  // Months that were given since, or a pause, have moved the renewal.
  const from = chargedAt(accessUntil && accessUntil > nextPriceFrom ? accessUntil : nextPriceFrom);
  return `From ${longDay(from, timeZone)} it costs ${printAmount(membership, nextPriceMinor)}.`;
}
