import { one } from "@db/one";
import { purchases } from "@db/schema";
import { alphabetical } from "@db/schema/columns";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { shownEmail } from "../../core/email-address";
import { formatAmount } from "../../core/money";
import { countFound, type Page, pageOf, sortedBy } from "../../core/pagination";
import { describeTerms } from "../../platform/money/quote";
import type { StepByHand } from "../../payments/schemas";
import { requireCollection } from "../../catalogue/products/catalogue";
import { purchaseStepsFor } from "../../selling/purchases/manage-purchases";
import type { PurchaseQuery } from "../../selling/purchases/schemas";
import { standingOf } from "./list-orders";
import { matches, searchedPurchase } from "./order-search";
import { readMoney, shownStatus } from "../../payments/order-money";

export type ListedPurchase = {
  id: string;
  date: string;
  customer: string;
  email: string;
  isUnclaimed: boolean;
  price: string;
  discount: { code: string; terms: string } | null;
  status: string;
  steps: StepByHand[];
  isRefundable: boolean;
  isOwedByHand: boolean;
};

export type PurchaseList = {
  counts: { total: number; paid: number; free: number; pending: number };
  purchases: ListedPurchase[];
  page: Page;
};

export async function listPurchases({ db, visitor }: Context, query: PurchaseQuery): Promise<PurchaseList> {
  const { id: productId } = await requireCollection(db, query.collection);
  const isOfCollection = and(eq(purchases.productId, productId), isNull(purchases.archivedAt));
  const condition = and(
    isOfCollection,
    query.status === "" ? undefined : eq(purchases.status, query.status),
    query.search === "" ? undefined : matches(db, searchedPurchase, query.search),
  );
  const countOf = (status: string) =>
    sql<number>`count(*) filter (where ${purchases.status} = ${status})`.mapWith(Number);
  const counted = await db
    .select({ total: count(), paid: countOf("paid"), free: countOf("free"), pending: countOf("pending") })
    .from(purchases)
    .where(isOfCollection);
  const found = db.select({ id: purchases.id }).from(purchases).where(condition);
  const paged = pageOf(
    query.page,
    query.status === "" && query.search === "" ? one(counted, "count").total : await countFound(db, found),
  );
  const { sort } = query;
  const direction = sort === "date" || sort === "customer" ? "asc" : "desc";
  const rows = await db
    .select()
    .from(purchases)
    .where(condition)
    .orderBy(...sortedBy(direction, sort.endsWith("customer") ? buyerKey : purchases.createdAt, purchases.id))
    .limit(paged.limit)
    .offset(paged.offset);
  const money = await readMoney(db, rows);
  const listed = rows.map((row): ListedPurchase => {
    const { id, status, totalMinor: amountMinor, currency, appliedDiscountCode: code, discountTerms: terms } = row;
    return {
      id,
      steps: purchaseStepsFor(row),
      status: shownStatus(status, money.get(id)),
      date: dayOf(row.createdAt, visitor.timeZone),
      customer: row.customerName,
      email: shownEmail(row.customerEmail),
      isUnclaimed: row.userId === null,
      price: formatAmount({ amountMinor, currency }),
      discount: code && terms ? { code, terms: `(${describeTerms(terms)})` } : null,
      ...standingOf(money.get(id)),
    };
  });
  return { counts: one(counted, "count"), purchases: listed, page: paged.page };
}

const buyerKey = alphabetical(sql`${purchases.customerName}`);
