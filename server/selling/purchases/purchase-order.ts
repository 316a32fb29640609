import { products, purchases, type SpecifiedWords } from "@db/schema";
import type { Queryable } from "@db/client";
import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import { referenceOf } from "../../core/reference";
import { isWithoutPayment, type LedgerOrder, type LedgerSource } from "../../payments/ledger/ledger-order";
import type { Order, PayableWords } from "../../payments/payable-order";
import { printRate } from "../../platform/money/print-order";
import { orderTitle } from "../../catalogue/products/words";
import { purchaseStepsFor } from "./manage-purchases";
import type { Purchase } from "./transitions";

export const purchaseWords: PayableWords = { label: "Purchase", noun: "purchase", synced: "purchase", hasPlace: false };

export async function readPurchaseOrders(db: Queryable, ids: string[]): Promise<Order[]> {
  return (await readSold(db, inArray(purchases.id, ids))).map(orderOf);
}

type SoldItem = { purchase: Purchase; words: SpecifiedWords | null };

const readSold = (db: Queryable, areMeant: SQL): Promise<SoldItem[]> =>
  db
    .select({ purchase: purchases, words: products.words })
    .from(purchases)
    .innerJoin(products, eq(products.id, purchases.productId))
    .where(areMeant);

function orderOf({ purchase, words }: SoldItem): Order {
  const { id, createdAt, listPriceMinor, totalMinor, currency, status } = purchase;
  return {
    kind: "purchase",
    id,
    createdAt,
    listPriceMinor,
    totalMinor,
    currency,
    status,
    customer: purchase.customerName,
    email: purchase.customerEmail,
    item: orderTitle(purchase, words),
    sessionId: null,
    confirmedUntil: null,
    product: purchase.productKind,
    quantity: 1,
    rates: printRate(purchase),
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
    const { id, status, archivedAt, refundWaivedAt, createdAt } = purchases;
    // Listed every month until refunded.
    const isOwed = and(eq(status, "paid"), isNotNull(archivedAt), isNull(refundWaivedAt));
    const isOfPeriod = and(gte(createdAt, from), lt(createdAt, until));
    const isUnpaid = and(eq(status, "paid"), isOfPeriod, isWithoutPayment("purchase", id));
    return [isOwed, isUnpaid].map((isUnnamed) => db.select({ id }).from(purchases).where(isUnnamed));
  },
  async read(db, isNamed) {
    return (await readSold(db, isNamed(purchases.id))).map(ledgerOrderOf);
  },
};

const ledgerOrderOf = ({ purchase, words }: SoldItem): LedgerOrder => ({
  id: purchase.id,
  kind: "purchase",
  reference: referenceOf(purchase),
  customer: { name: purchase.customerName, email: purchase.customerEmail },
  item: [orderTitle(purchase, words), printRate(purchase)].filter(Boolean).join(", "),
  status: purchase.status,
  isLive: purchase.archivedAt === null && (purchase.status === "paid" || purchase.status === "free"),
  isWaived: purchase.refundWaivedAt !== null,
  keptMinor: 0,
  isHeld: purchase.status === "pending",
  countsAsPaid: purchase.status === "paid",
  totalMinor: purchase.totalMinor,
  currency: purchase.currency,
  createdAt: purchase.createdAt,
});
