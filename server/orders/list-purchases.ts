import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import { one } from "@db/one";
import { collectionPurchases } from "@db/schema";
import { buyerKey, buyerMatches } from "./find-orders";
import { standingOf } from "./list-orders";
import { readMoney } from "./read-orders";
import type { Step } from "./schemas";
import { describeTerms } from "../money/discount";
import { formatAmount } from "../core/money";
import { type Page, pageLength, pageOf } from "../core/pagination";
import type { Context } from "../core/context";
import { shownEmail } from "../core/email-address";
import { dayOf } from "../core/dates";
import type { PurchaseQuery } from "../recordings/purchases/schemas";
import { purchaseStepsFor } from "../recordings/purchases/set-purchase-status";

export type ListedPurchase = {
  id: string;
  date: string;
  customer: string;
  email: string;
  /** The address is not confirmed yet. */
  isUnclaimed: boolean;
  price: string;
  discount: { code: string; terms: string } | null;
  status: string;
  steps: Step[];
  isRefundable: boolean;
  isOwedByHand: boolean;
};

export type PurchaseList = {
  /** Regardless of the search. */
  counts: { total: number; paid: number; free: number; pending: number };
  purchases: ListedPurchase[];
  page: Page;
};

export async function listPurchases({ db, visitor }: Context, query: PurchaseQuery): Promise<PurchaseList> {
  const isOfCollection = and(
    eq(collectionPurchases.collection, query.collection),
    isNull(collectionPurchases.archivedAt),
  );
  const isMeant = and(
    isOfCollection,
    query.status === "" ? undefined : eq(collectionPurchases.status, query.status),
    query.search === "" ? undefined : buyerMatches(query.search),
  );
  const countOf = (status: string) =>
    sql<number>`count(*) filter (where ${collectionPurchases.status} = ${status})`.mapWith(Number);
  const counted = await db
    .select({ total: count(), paid: countOf("paid"), free: countOf("free"), pending: countOf("pending") })
    .from(collectionPurchases)
    .where(isOfCollection);
  const { page, offset } = pageOf(query.page, await db.$count(collectionPurchases, isMeant));
  const key = query.sort.endsWith("customer") ? buyerKey : collectionPurchases.createdAt;
  const turned = query.sort === "date" || query.sort === "customer" ? asc : desc;
  const rows = await db
    .select()
    .from(collectionPurchases)
    .where(isMeant)
    .orderBy(turned(key), turned(collectionPurchases.id))
    .limit(pageLength)
    .offset(offset);
  const money = await readMoney(db, rows);
  const purchases = rows.map((row): ListedPurchase => {
    const { id, status, totalMinor: amountMinor, currency, appliedDiscountCode: code, discountTerms: terms } = row;
    return {
      ...{ id, status, steps: purchaseStepsFor(row) },
      date: dayOf(row.createdAt, visitor.timeZone),
      customer: row.customerName,
      email: shownEmail(row.customerEmail),
      isUnclaimed: row.userId === null,
      price: formatAmount({ amountMinor, currency }),
      discount: code && terms ? { code, terms: `(${describeTerms(terms)})` } : null,
      ...standingOf(money.get(id)),
    };
  });
  return { counts: one(counted, "count"), purchases, page };
}
