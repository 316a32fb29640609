import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@db/client";
import { memberships, membershipTerms, products } from "@db/schema";
import { anAccount } from "./accounts";
import { asAdmin } from "./admin";
import type { TestApp } from "./test-app";

type Terms = Partial<typeof membershipTerms.$inferInsert>;
type Values = Partial<typeof products.$inferInsert>;

/** Makes a plan that covers one session a week, for £40 a month. */
export async function aPlan(db: Database, terms: Terms = {}, values: Values = {}) {
  const [product] = await db
    .insert(products)
    .values({ kind: "membership", title: "One evening a week", priceMinor: 4000, priceCurrency: "GBP", ...values })
    .returning();
  await db
    .insert(membershipTerms)
    .values({ productId: product!.id, coversSessions: true, weeklyLimit: 1, monthlyMinor: 4000, ...terms });
  return product!;
}

/** What the form sends that makes a plan, apart from its key or version. */
export const aNewPlan = {
  title: "One evening a week",
  description: "",
  monthly: 4000,
  yearly: null,
  currency: "GBP" as const,
  trialDays: null,
  isOn: true,
  coversSessions: true,
  categoryIds: [],
  weeklyLimit: 1,
  credits: null,
  carriedOver: null,
  collections: "none" as const,
  collectionIds: [],
  discountPercent: null,
};

export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** What the form sends that adds a member who has paid £40 elsewhere for the next 30 days. */
export const aNewMember = (plan: { id: string }, email: string) => ({
  plan: plan.id,
  email,
  interval: "month" as "month" | "year",
  from: dayIn(0),
  until: dayIn(30),
  paidMinor: 4000,
  reason: "Pays by standing order",
  formKey: randomUUID(),
});

type NewMemberValues = Partial<ReturnType<typeof aNewMember>> & { by?: Awaited<ReturnType<typeof asAdmin>> };

/** Adds a member of a plan who pays elsewhere; `by` is an admin who is there already. */
export async function aMember(app: TestApp, terms: Terms = {}, { by, ...values }: NewMemberValues = {}) {
  const admin = by ?? (await asAdmin(app));
  const account = await anAccount(app.db);
  const plan = await aPlan(app.db, terms);
  const { id } = await admin.memberships.admin.addMember({ ...aNewMember(plan, account.email), ...values });
  return { admin, account, plan, id };
}

export async function readMembership(db: Database, id: string) {
  return (await db.query.memberships.findFirst({ where: eq(memberships.id, id) }))!;
}

type Admin = Pick<Awaited<ReturnType<typeof asAdmin>>, "memberships">;
type Change = Omit<Parameters<Admin["memberships"]["admin"]["change"]>[0], "id" | "version" | "formKey" | "reason">;

/** Changes a membership by hand, as its form would now. */
export async function changeMember({ admin, id }: { admin: Admin; id: string }, change: Change) {
  const { version, formKey } = await admin.memberships.admin.getMember({ id });
  await admin.memberships.admin.change({ ...change, id, version, formKey, reason: "As agreed" });
}

export const countLive = (db: Database, userId: string): Promise<number> =>
  db.$count(memberships, and(eq(memberships.userId, userId), isNull(memberships.endedAt)));
