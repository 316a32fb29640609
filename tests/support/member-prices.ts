import { memberships, outboxEmails } from "@db/schema";
import { followMemberPrices } from "@server/selling/memberships/follow-member-prices";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { and, asc, eq, like } from "drizzle-orm";
import type { asAdmin } from "./admin";
import { passDays } from "./subscriptions";
import type { TestApp } from "./test-app";

type Office = Awaited<ReturnType<typeof asAdmin>>;
type EditedPlan = Parameters<Office["memberships"]["admin"]["edit"]>[0];

/** Saves the form of the plan that `aPlan` makes with other prices. */
export async function changePrices(office: Office, id: string, changes: Partial<EditedPlan>) {
  const { admin } = office.memberships;
  const { version } = await admin.getForm({ id });
  await admin.edit({
    ...{ id, version, title: "One evening a week", description: "", currency: "GBP", isOn: true },
    ...{ monthly: 4000, yearly: null, foundingMonthly: null, foundingYearly: null, foundingPlaces: null },
    ...{ trialDays: null, coversSessions: true, categoryIds: [], weeklyLimit: 1, credits: null, carriedOver: null },
    ...{ collections: "none", collectionIds: [], discountPercent: null, pricesFor: "members" },
    ...changes,
  });
}

/** Does what the jobs of some days do: mails, follows decided prices, tells Stripe, and reads lost events. */
export async function liveDays(app: TestApp, days: number, step = 1): Promise<void> {
  for (let day = 0; day < days; day += step) {
    await passDays(app, Math.min(step, days - day));
    await reconcileMemberships(app.services);
    await followMemberPrices(app.services);
    await reconcileMemberships(app.services);
    await app.runJobs();
  }
}

/** Returns what was mailed of prices, oldest first. */
export const priceMails = (app: TestApp) =>
  app.db
    .select({ text: outboxEmails.props, sentAt: outboxEmails.sentAt })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.template, "membership-news"), like(outboxEmails.dedupeKey, "%:price%")))
    .orderBy(asc(outboxEmails.createdAt))
    .then((rows) => rows.map(({ text, sentAt }) => ({ text: (text as { text: string }).text, sentAt })));

export const readPrices = async (app: TestApp, userId: string) => {
  const [row] = await app.db
    .select({
      priceMinor: memberships.priceMinor,
      next: memberships.nextPriceMinor,
      from: memberships.nextPriceFrom,
      isUntold: memberships.isPriceUntold,
    })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  return row!;
};
