import { expect } from "vitest";
import { planIdOf } from "@server/selling/memberships/stripe/price";
import { isLive } from "./billing";
import { countedPeriods, type HeldMembership, type MembershipBooks } from "./membership-books";
import type { BilledBooks } from "./membership-rest";
import { changesOf, madeChanges, planAt } from "./plans-in-force";

type PlanChange = MembershipBooks["changes"][number];

/** Expects what holds of changes of plan at every moment. */
export function expectPlanChangesToHold(books: MembershipBooks): void {
  const shown = new Set(books.shown.map(amountsIn));
  for (const change of books.changes) {
    const { kind, priceMinor, amountMinor, creditChange } = change;
    expect(shown, "amounts that were shown").toContain([kind, priceMinor, amountMinor, creditChange].join(":"));
  }
  for (const membership of books.memberships) {
    const open = changesOf(books, membership).filter(({ endedAt }) => endedAt === null);
    expect(open.length, "open changes of a membership").toBeLessThanOrEqual(1);
    for (const change of madeChanges(books, membership)) {
      expectToBeCharged(books, change);
      expectCreditsOnce(books, membership, change);
    }
    expectPeriodsOnce(books, membership);
  }
}

/** The key of a form has what it shows of the change. */
function amountsIn(key: string): string {
  const [kind, , , priceMinor, amountMinor, creditChange] = key.split(":");
  return [kind, priceMinor, amountMinor, creditChange].join(":");
}

/** What is taken for a change at once is the amount that was shown; at the end it is the new price. */
function expectToBeCharged(books: MembershipBooks, { kind, amountMinor, priceMinor, periodId }: PlanChange): void {
  const period = books.periods.find(({ id }) => id === periodId);
  const purchase = books.purchases.find(({ id }) => id === period?.purchaseId);
  if (!purchase) return;
  expect(purchase.totalMinor, "taken for a change").toBe(kind === "at_once" ? amountMinor : priceMinor);
}

/** The month in which a plan changes has no more credits than the new one grants. */
function expectCreditsOnce(books: MembershipBooks, membership: HeldMembership, change: PlanChange): void {
  const before = planAt(books, membership, new Date(change.startsAt.getTime() - 1));
  const isMonthNew = change.kind === "at_end" || change.interval === "year";
  const most = isMonthNew ? change.credits! : Math.max(0, change.credits! - before.credits!);
  const granted = books.credits.filter(
    ({ kind, periodId, month }) => kind === "granted" && periodId === change.periodId && month === 0,
  );
  for (const { amount } of granted) {
    expect(amount, "credits of the month of a change").toBeLessThanOrEqual(most);
    expect(amount, "credits of a change").toBe(change.kind === "at_once" ? change.creditChange : change.credits);
  }
}

/** No time is paid twice but what is left of a period when a change begins at once, for which the new price is prorated. */
function expectPeriodsOnce(books: MembershipBooks, membership: HeldMembership): void {
  const rests = new Set(
    madeChanges(books, membership).map(({ kind, periodId }) => (kind === "at_once" ? periodId : "")),
  );
  const paid = countedPeriods(books, membership).filter(({ kind, id }) => kind === "paid" && !rests.has(id));
  const twice = paid.filter(({ id, startsAt, endsAt }) =>
    paid.some((other) => other.id !== id && other.startsAt < endsAt && startsAt < other.endsAt),
  );
  expect(twice, "periods that are paid twice").toEqual([]);
}

/** Expects what holds once all is heard and done: plans and changes are what Stripe has. */
export function expectPlansToAgree(books: MembershipBooks, { subscriptions }: BilledBooks): void {
  for (const membership of books.memberships.filter(({ endedAt }) => endedAt === null)) {
    const subscription = subscriptions.find(({ id }) => id === membership.reference);
    if (!subscription || !isLive(subscription)) continue;
    const { unit_amount, recurring, product } = subscription.items.data[0]!.price;
    const atStripe = [planIdOf(product), unit_amount, recurring?.interval];
    const { productId, priceMinor, interval } = membership;
    expect([productId, priceMinor, interval], "plan, price and interval").toEqual(atStripe);
    const open = changesOf(books, membership).find(({ endedAt }) => endedAt === null);
    expect(open?.kind ?? "at_end", "changes that are still under way").toBe("at_end");
    if (membership.state !== "active") continue;
    expect(subscription.schedule, "schedule of a change").toBe(open?.scheduleReference ?? null);
  }
}
