import { collectionPurchases } from "@db/schema";
import type { Queryable } from "@db/client";
import { and, eq, gte, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { type CollectionName, itemTitle } from "../../core/items";
import { referenceOf } from "../../platform/mail/templates";
import { isWithoutPayment, type LedgerOrder, type LedgerSource } from "../payments/ledger/ledger-order";
import type { Order, PayableWords } from "../payments/payable-order";
import { nounOf } from "./item";
import { purchaseStepsFor } from "./manage-purchases";
import type { Purchase } from "./transitions";

export const purchaseWords: PayableWords = { label: "Purchase", noun: "purchase", synced: "purchase", hasPlace: false };

export async function readPurchaseOrders(db: Queryable, ids: string[]): Promise<Order[]> {
  const rows = await db.select().from(collectionPurchases).where(inArray(collectionPurchases.id, ids));
  return rows.map(orderOf);
}

function orderOf(purchase: Purchase): Order {
  const { id, createdAt, listPriceMinor, totalMinor, currency, status } = purchase;
  return {
    kind: "purchase",
    ...{ id, createdAt, listPriceMinor, totalMinor, currency, status },
    customer: purchase.customerName,
    email: purchase.customerEmail,
    item: purchasedItem(purchase),
    sessionId: null,
    confirmedUntil: null,
    product: nounOf(purchase),
    quantity: 1,
    code: purchase.appliedDiscountCode,
    terms: purchase.discountTerms,
    isEnded: false,
    isRefundWaived: purchase.refundWaivedAt !== null,
    isRemoved: purchase.archivedAt !== null,
    importedFrom: null,
    state: status,
    steps: purchase.archivedAt ? [] : purchaseStepsFor(purchase),
  };
}

export const purchaseLedger: LedgerSource = {
  findUnnamed(db, { from, until }) {
    const { id, status, archivedAt, refundWaivedAt, createdAt } = collectionPurchases;
    // Listed every month until refunded.
    const isOwed = and(eq(status, "paid"), isNotNull(archivedAt), isNull(refundWaivedAt));
    const isOfPeriod = and(gte(createdAt, from), lt(createdAt, until));
    const isUnpaid = and(eq(status, "paid"), isOfPeriod, isWithoutPayment("purchase", id));
    return [isOwed, isUnpaid].map((isUnnamed) => db.select({ id }).from(collectionPurchases).where(isUnnamed));
  },
  async read(db, isNamed) {
    const rows = await db.select().from(collectionPurchases).where(isNamed(collectionPurchases.id));
    return rows.map(ledgerOrderOf);
  },
};

const ledgerOrderOf = (purchase: Purchase): LedgerOrder => ({
  id: purchase.id,
  kind: "purchase",
  reference: referenceOf(purchase),
  customer: { name: purchase.customerName, email: purchase.customerEmail },
  item: purchasedItem(purchase),
  status: purchase.status,
  isLive: purchase.archivedAt === null && (purchase.status === "paid" || purchase.status === "free"),
  isWaived: purchase.refundWaivedAt !== null,
  isHeld: purchase.status === "pending",
  countsAsPaid: purchase.status === "paid",
  totalMinor: purchase.totalMinor,
  currency: purchase.currency,
  createdAt: purchase.createdAt,
});

const collectionItems: Record<CollectionName, string> = {
  birth: "Birth recordings",
  stress: "Stress and sleep recordings",
};

const purchasedItem = (purchase: Purchase): string =>
  purchase.collection && purchase.collectionTitle === null ? collectionItems[purchase.collection] : itemTitle(purchase);
