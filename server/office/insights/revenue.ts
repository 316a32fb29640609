import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Currency } from "../../core/money";
import { isIncome, selectIncome } from "../../payments/counted-income";
import { readCollections } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import type { Months } from "./period";

/** What earns money: its name as the head of a column, and in a sentence. */
export type RevenueSource = { key: string; label: string; inText: string };

/** Returns sessions, each collection, and all products of any other kind together. */
export async function listSources(db: Queryable): Promise<RevenueSource[]> {
  const collections = (await readCollections(db)).map(({ id: key, title, words }) => ({
    key,
    label: words?.office ?? title,
    inText: words?.figures ?? title,
  }));
  return [
    { key: "sessions", label: "Sessions", inText: "sessions" },
    ...collections,
    ...Object.entries(kinds).flatMap(([key, { revenue }]) => (revenue ? [{ key, ...revenue }] : [])),
  ];
}

/** Payments less what has gone back, so it may be negative. `kind` is the key of a source, `month` is the index within the period. */
export type Revenue = { month: number; kind: string; currency: Currency; netMinor: number };

/** Reads the revenue. A refund counts in the month in which it has been made. */
export async function readRevenue(db: Queryable, period: Months): Promise<Revenue[]> {
  const entries = selectIncome(db, period);
  const { productId, productKind } = purchases;
  const kind = sql<string>`case when ${entries.purchaseId} is null then 'sessions'
    when ${productKind} = 'collection' then ${productId}::text else ${productKind}::text end`;
  const month = bucketOf(entries.at, period);
  return db
    .select({
      month: month.mapWith(Number),
      kind,
      currency: entries.currency,
      netMinor: sql`sum(${entries.minor})`.mapWith(Number),
    })
    .from(entries)
    .leftJoin(purchases, eq(purchases.id, entries.purchaseId))
    .where(isIncome)
    .groupBy(sql`1`, sql`2`, sql`3`);
}

/** Returns the index of an instant's month. Compares with the months' starts, which is faster than formatting each row. */
export function bucketOf(instant: SQLWrapper, { months }: Months): SQL<number> {
  const starts = `{${months.map(({ start }) => start.toISOString()).join(",")}}`;
  return sql<number>`width_bucket(${instant}, ${starts}::timestamptz[]) - 1`;
}
