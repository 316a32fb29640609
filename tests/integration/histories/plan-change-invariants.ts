import { expect } from "vitest";
import { planIdOf } from "@server/selling/memberships/stripe/price";
import { isLive } from "./billing";
import { countedPeriods, isRest, type MembershipBooks } from "./membership-books";
import type { BilledBooks } from "./membership-rest";

/** Expects that no time is paid twice but what is left of a period when a dearer plan begins, for which it is prorated. */
export function expectPeriodsOnce(books: MembershipBooks): void {
  for (const membership of books.memberships) {
    const counted = countedPeriods(books, membership);
    // A year that begins within a month is credited what is left of that.
    const { planSince } = membership;
    const isCredited = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
      books.periods.some(
        (other) =>
          other.membershipId === membership.id &&
          other.startsAt > startsAt &&
          other.startsAt < endsAt &&
          other.endsAt > endsAt,
      );
    const paid = counted.filter((period) => period.kind === "paid" && !isRest(period, counted) && !isCredited(period));
    const twice = paid.filter(({ id, startsAt, endsAt }) =>
      paid.some((other) => other.id !== id && other.startsAt < endsAt && startsAt < other.endsAt),
    );
    expect(twice, "periods that are paid twice").toEqual([]);
    expect(planSince === null || planSince <= books.now, "a plan that has begun").toBe(true);
  }
}

/** Expects what holds once all is heard and done: the plan, or the one that follows, is what Stripe has. */
export function expectPlansToAgree(books: MembershipBooks, { subscriptions }: BilledBooks): void {
  for (const membership of books.memberships.filter(({ endedAt }) => endedAt === null)) {
    const subscription = subscriptions.find(({ id }) => id === membership.reference);
    if (!subscription || !isLive(subscription)) continue;
    const { unit_amount, recurring, product } = subscription.items.data[0]!.price;
    const atStripe = [planIdOf(product), unit_amount, recurring?.interval];
    const { productId, priceMinor, interval, nextProductId, nextPriceMinor, nextInterval } = membership;
    const present = [productId, priceMinor, interval];
    const next = [nextProductId, nextPriceMinor, nextInterval];
    // What is changed twice in free days is never charged at the first price: only its schedule says at which.
    if (subscription.status === "trialing" && subscription.schedule !== null) continue;
    // While days are free, or a payment fails, another plan is not paid yet.
    const isUnpaid = subscription.status === "trialing" && nextProductId !== null && subscription.schedule === null;
    if (subscription.status !== "past_due") {
      expect(isUnpaid ? next : present, "plan, price and interval").toEqual(atStripe);
    }
    if (membership.state !== "active" || isUnpaid) continue;
    expect(subscription.schedule !== null, "a schedule of a change").toBe(nextProductId !== null);
  }
}
