import { creditEntries, membershipChanges, membershipPeriods, passes } from "@db/schema";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { and, asc, eq, isNotNull, sum } from "drizzle-orm";
import { aPlan } from "./memberships";
import { joinAtStripe, ownMembership } from "./subscriptions";
import type { TestApp } from "./test-app";

type Terms = Parameters<typeof aPlan>[1];
type Values = Parameters<typeof aPlan>[2];
type Interval = "month" | "year";

/** Joins a plan of £40 a month, or £400 a year, with 4 credits, and makes a second one of £80 or £800 with 8. */
export async function aChanger(
  app: TestApp,
  { interval = "month", terms = {}, to = {} }: { interval?: Interval; terms?: Terms; to?: Terms } = {},
) {
  await app.stripe.control.hold({});
  const member = await joinAtStripe(app, { yearlyMinor: 40_000, credits: 4, ...terms }, { interval });
  const dearer = await otherPlan(app, to);
  const sync = () => syncSubscription(app.services, member.reference);
  const read = () => ownMembership(app, member.account.id);
  const change = async (plan: { id: string }, wanted: Interval = "month") => {
    const choice = { plan: plan.id, interval: wanted };
    const { key } = await member.own.getChangeOffer(choice);
    return member.own.changePlan({ ...choice, key });
  };
  return { ...member, dearer, sync, read, change };
}

export const otherPlan = ({ db }: Pick<TestApp, "db">, terms: Terms = {}, values: Values = {}) =>
  aPlan(
    db,
    { monthlyMinor: 8000, yearlyMinor: 80_000, weeklyLimit: 2, credits: 8, ...terms },
    { title: "Two evenings a week", priceMinor: 8000, ...values },
  );

/** Returns the credits that are left of a membership. */
export async function creditsLeft(app: TestApp, membershipId: string): Promise<number> {
  const [row] = await app.db
    .select({ left: sum(creditEntries.amount).mapWith(Number) })
    .from(creditEntries)
    .innerJoin(passes, eq(passes.id, creditEntries.passId))
    .where(and(eq(passes.membershipId, membershipId), isNotNull(passes.credits)));
  return row?.left ?? 0;
}

export const planChanges = (app: TestApp) =>
  app.db.select().from(membershipChanges).orderBy(asc(membershipChanges.createdAt));

export const periodsOf = (app: TestApp) =>
  app.db.select().from(membershipPeriods).orderBy(asc(membershipPeriods.startsAt), asc(membershipPeriods.createdAt));

/** Returns what Stripe has taken, oldest first. */
export async function takenAtStripe({ services }: TestApp, subscription: string): Promise<number[]> {
  const { data } = await services.stripe.client.invoices.list({ subscription, status: "paid", limit: 100 });
  return data.map(({ amount_paid }) => amount_paid).reverse();
}
