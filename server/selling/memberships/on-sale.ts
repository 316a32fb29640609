import { memberships, products } from "@db/schema";
import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { Currency } from "../../core/money";
import { keepContent } from "../../core/kept-content";
import { hasJoined } from "./add-member";
import { describeGrants, intervals, type PlanTerms, priceFor, printPrice, readGrantNames } from "./describe-plan";
import { selectPlans } from "./manage-plans";
import type { PlanOnSale } from "./schemas";

/** Returns whether the site's menu has a link to the memberships. */
export const isAnyPlanSold = keepContent(async (db): Promise<boolean> => {
  const rows = await selectPlans(db).where(eq(products.isOn, true)).limit(1);
  return rows.length > 0;
});

/** Lists the plans that visitors can join, the cheapest first. */
export async function listPlansOnSale({ db }: Pick<Context, "db">): Promise<PlanOnSale[]> {
  const rows = await selectPlans(db).where(eq(products.isOn, true)).orderBy(asc(products.priceMinor), asc(products.id));
  return printPlans(db, rows);
}

async function printPlans(db: Context["db"], rows: Awaited<ReturnType<typeof selectPlans>>): Promise<PlanOnSale[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ product }) => product.id);
  const joined = await db
    .select({ productId: memberships.productId, count: count() })
    .from(memberships)
    .where(and(inArray(memberships.productId, ids), hasJoined))
    .groupBy(memberships.productId);
  const names = await readGrantNames(
    db,
    rows.map(({ terms }) => terms),
  );
  return rows.map(({ product, terms }) => ({
    ...{ id: product.id, title: product.title, description: product.description },
    prices: pricesOf(terms, {
      currency: product.priceCurrency,
      joined: joined.find(({ productId }) => productId === product.id)?.count ?? 0,
    }),
    holds: [...describeGrants(terms, names), ...trialOf(terms)],
  }));
}

const trialOf = ({ trialDays }: PlanTerms): string[] =>
  trialDays > 0 ? [`${trialDays === 1 ? "The first day is" : `The first ${trialDays} days are`} free.`] : [];

type PlanSale = { currency: Currency; joined: number };

function pricesOf(terms: PlanTerms, { currency, joined }: PlanSale): PlanOnSale["prices"] {
  return intervals.flatMap((interval) => {
    const now = priceFor(terms, interval, joined);
    const usual = priceFor(terms, interval, Number.MAX_SAFE_INTEGER);
    if (now === null || usual === null) return [];
    const text = printPrice({ amountMinor: now, currency }, interval);
    return {
      interval,
      text,
      founding:
        now < usual
          ? `in place of ${printPrice({ amountMinor: usual, currency }, interval)}, for those who join first`
          : null,
    };
  });
}
