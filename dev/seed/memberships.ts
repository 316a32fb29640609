import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { membershipPeriods, memberships, membershipTerms, passes, products, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { inPounds } from "./passes";
import { seedId } from "./seed-id";

type SeedTime = { now: Date; timeZone: string };

const plan = { title: "One evening a week", priceMinor: 3900, priceCurrency: "GBP" as const };

const grants = {
  coversSessions: true,
  weeklyLimit: 1,
  credits: null,
  carriedOver: 0,
  collections: "all" as const,
  categoryIds: [],
  collectionIds: [],
  discountPercent: 20,
  placeLimit: inPounds(3000),
};

/** Adds a plan. */
export async function seedPlan(tx: Transaction, { now }: Pick<SeedTime, "now">): Promise<void> {
  const id = seedId(`membership ${plan.title}`);
  const description = "For those who come each week, and watch in between.";
  await tx
    .insert(products)
    .values({ id, kind: "membership", ...plan, description, createdAt: now })
    .onConflictDoNothing();
  await tx
    .insert(membershipTerms)
    .values({ productId: id, ...grants, monthlyMinor: plan.priceMinor, yearlyMinor: 39_000 })
    .onConflictDoNothing();
}

/** Adds a member of the plan who pays the instructor elsewhere. */
export async function seedMember(tx: Transaction, email: string, { now, timeZone }: SeedTime): Promise<void> {
  const user = one(await tx.select().from(users).where(eq(users.email, email)), "member");
  const id = seedId("membership");
  const begun = DateTime.fromJSDate(now, { zone: timeZone }).startOf("day").minus({ days: 10 });
  const [startedAt, accessUntil] = [begun.toJSDate(), begun.plus({ months: 3 }).toJSDate()];
  const known = { productId: seedId(`membership ${plan.title}`), userId: user.id, title: plan.title };
  const price = { priceMinor: plan.priceMinor, currency: plan.priceCurrency };
  await tx.insert(memberships).values({
    id,
    ...known,
    ...price,
    ...grants,
    interval: "month",
    source: "outside",
    state: "active",
    startedAt,
    accessUntil,
    createdAt: startedAt,
  });
  await tx.insert(membershipPeriods).values({
    membershipId: id,
    kind: "elsewhere",
    startsAt: startedAt,
    endsAt: accessUntil,
    createdAt: startedAt,
    reference: "outside:demo",
  });
  await tx.insert(passes).values({
    membershipId: id,
    ...known,
    email,
    months: 1,
    starts: "purchase",
    cover: "all",
    weeklyLimit: 1,
    placeLimit: grants.placeLimit,
    priceMinor: 0,
    currency: plan.priceCurrency,
    startsAt: startedAt,
    endsAt: accessUntil,
    createdAt: startedAt,
  });
}
