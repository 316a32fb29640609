import type { Queryable } from "@db/client";
import { type Membership, type membershipTerms, products } from "@db/schema";
import { inArray } from "drizzle-orm";
import { type Currency, formatAmount, formatPrice, type Money } from "../../../core/money";
import { printCredits } from "../../../platform/money/print-order";
import { readCategoryNames } from "../../../catalogue/passes/describe-pass";
import { describeLimit } from "../../../catalogue/passes/place-limit";
import type { Interval } from "../periods/periods";

export type PlanTerms = Omit<typeof membershipTerms.$inferSelect, "productId">;
type Grants = Omit<PlanTerms, "monthlyMinor" | "yearlyMinor" | "trialDays">;

/** Returns what a plan grants, as a membership keeps it. */
export const grantsOf = ({ monthlyMinor: _, yearlyMinor: __, trialDays: ___, ...grants }: PlanTerms): Grants => grants;

/** The names of what plans are for, by their ids. */
type GrantNames = { categories: ReadonlyMap<string, string>; collections: ReadonlyMap<string, string> };

/** Reads the names of the categories and collections of plans, with two statements at most. */
export async function readGrantNames(db: Queryable, plans: Grants[]): Promise<GrantNames> {
  const ids = [...new Set(plans.flatMap(({ collectionIds }) => collectionIds))];
  const [categories, rows] = await Promise.all([
    readCategoryNames(db, plans),
    ids.length === 0 ? [] : db.select().from(products).where(inArray(products.id, ids)),
  ]);
  return { categories, collections: new Map(rows.map(({ id, title }) => [id, title])) };
}

/** Says what a membership grants: one sentence each. */
export const describeGrants = (grants: Grants, names: GrantNames): string[] =>
  [covered(grants, names), monthly(grants), collected(grants, names), discounted(grants)].filter(
    (sentence) => sentence !== null,
  );

const list = (names: string[]): string => new Intl.ListFormat("en-GB").format(names.toSorted());

function covered(grants: Grants, { categories }: GrantNames): string | null {
  const { coversSessions, weeklyLimit, categoryIds } = grants;
  if (!coversSessions) return null;
  const count =
    weeklyLimit === null
      ? "Any number of sessions"
      : `${weeklyLimit === 1 ? "1 session" : `${weeklyLimit} sessions`} a week`;
  const limit = describeLimit(grants.placeLimit);
  const upTo = limit ? `, ${limit}` : "";
  if (categoryIds.length === 0) return `${count}, online and on site${upTo}.`;
  const named = categoryIds.flatMap((id) => categories.get(id) ?? []);
  return named.length > 0 ? `${count} of ${list(named)}${upTo}.` : `${count} of no category any more.`;
}

function monthly({ credits, carriedOver, placeLimit }: Grants): string | null {
  if (credits === null) return null;
  const kept = carriedOver > 0 ? `; up to ${carriedOver} that you don’t use stay` : "";
  const limit = describeLimit(placeLimit);
  return `${printCredits(credits)} for sessions${limit ? ` ${limit}` : ""} each month${kept}.`;
}

function collected({ collections, collectionIds }: Grants, names: GrantNames): string | null {
  if (collections === "none") return null;
  if (collections === "all") return "All collections of recordings.";
  return `The recordings of ${list(collectionIds.flatMap((id) => names.collections.get(id) ?? []))}.`;
}

const discounted = ({ discountPercent }: Grants): string | null =>
  discountPercent > 0 ? `${discountPercent}% off other sessions, passes, courses and recordings.` : null;

/** Returns what a period costs someone who joins now, in minor units; null where it can't be paid so. */
export const priceFor = (
  { monthlyMinor, yearlyMinor }: Pick<PlanTerms, "monthlyMinor" | "yearlyMinor">,
  interval: Interval,
): number | null => (interval === "month" ? monthlyMinor : yearlyMinor);

/** Says a price such as "£45 a month". */
export const printPrice = (price: Money, interval: Interval): string => `${formatPrice(price)} a ${interval}`;

/** Says what a membership costs with some price, such as "£45.00 a month". */
export const printAmount = ({ currency, interval }: Pick<Membership, "currency" | "interval">, amountMinor: number) =>
  `${formatAmount({ amountMinor, currency })} a ${interval}`;

export const intervals: readonly Interval[] = ["month", "year"];

/** Returns what a plan costs by the month and by the year, as far as it can be paid so. */
export const pricesOf = (terms: PlanTerms, currency: Currency): { interval: Interval; text: string }[] =>
  intervals.flatMap((interval) => {
    const amountMinor = priceFor(terms, interval);
    return amountMinor === null ? [] : [{ interval, text: printPrice({ amountMinor, currency }, interval) }];
  });
