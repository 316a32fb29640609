import { products } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { keepContent } from "../../../core/kept-content";
import { describeGrants, type PlanTerms, pricesOf, readGrantNames } from "./describe-plan";
import { selectPlans } from "./manage-plans";
import type { PlanOnSale } from "../schemas";

/** Returns whether the site's menu has a link to the memberships. */
export const isAnyPlanSold = keepContent(async (db): Promise<boolean> => {
  const rows = await selectPlans(db).where(eq(products.isOn, true)).limit(1);
  return rows.length > 0;
});

/** Lists the plans that visitors can join, the cheapest first. */
export async function listPlansOnSale({ db }: Pick<Context, "db">): Promise<PlanOnSale[]> {
  const rows = await selectPlans(db).where(eq(products.isOn, true)).orderBy(asc(products.priceMinor), asc(products.id));
  if (rows.length === 0) return [];
  const names = await readGrantNames(
    db,
    rows.map(({ terms }) => terms),
  );
  return rows.map(({ product, terms }) => ({
    id: product.id,
    title: product.title,
    description: product.description,
    prices: pricesOf(terms, product.priceCurrency),
    holds: [...describeGrants(terms, names), ...trialOf(terms)],
  }));
}

const trialOf = ({ trialDays }: PlanTerms): string[] =>
  trialDays > 0 ? [`${trialDays === 1 ? "The first day is" : `The first ${trialDays} days are`} free.`] : [];
