import { and, eq } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { purchases } from "@db/schema";
import { isDeletedAddress } from "../../core/email-address";
import type { Services } from "../../core/services";
import { formatAmount } from "../../core/money";
import type { Payment } from "../../payments/paid-payments";
import type { Payable, RefundFacts, SoldOrder } from "../../payments/payable";
import { isAnnounced } from "../../payments/refunds";
import { assignToBuyer, hasAnother, isOwnedOtherwise, type LockedPurchase, lockPurchase } from "./lock";
import {
  firstNameOf,
  mailInstructor,
  mailPurchase,
  mailPurchaseRefund,
  mailPurchaseUnpaid,
  mailReturned,
  type ReturnReason,
} from "./mails";
import { payGiftParts, retakeGiftParts } from "../../payments/gift-parts";
import { setPurchaseStatus } from "./manage-purchases";
import { purchaseLedger, purchaseWords, readPurchaseOrders } from "./purchase-order";
import { hasContent, kinds, lossOf } from "../../catalogue/products/kinds";
import { changePurchaseState, type Purchase } from "./transitions";
import { kindOf } from "./sold-kind";
import { printDiscount } from "../../platform/money/print-order";

export const purchasePayable: Payable<LockedPurchase> = {
  words: purchaseWords,
  ledger: purchaseLedger,
  readOrders: readPurchaseOrders,
  readSold: (db, _services, id) => readSoldProduct(db, id),
  setStatus: (ctx, purchaseId, change) => setPurchaseStatus(ctx, { ...change, purchaseId }),
  async read(db, id) {
    const [purchase] = await db.select().from(purchases).where(eq(purchases.id, id));
    return purchase ? payableState(purchase) : null;
  },
  async isBegunBy({ db, user, visitor }, id) {
    if (visitor.browserPasses.includes(id)) return true;
    if (!user) return false;
    return (await db.$count(purchases, and(eq(purchases.id, id), eq(purchases.userId, user.id)))) > 0;
  },
  lock: lockPurchase,
  stateOf: ({ purchase }) => payableState(purchase),
  factsOf: (_services, { purchase }) => ({
    kind: "purchase",
    id: purchase.id,
    customer: { name: purchase.customerName, email: purchase.customerEmail },
    firstName: firstNameOf(purchase),
    item: purchase.productTitle,
    noun: kinds[purchase.productKind].noun,
    session: null,
  }),
  onPaid: openOrRefuse,
  async onUnpaid(tx, services, { purchase }, unpaid) {
    const { outcome, completedPaymentId } = unpaid;
    const ended = await changePurchaseState(tx, purchase, outcome, services, unpaid);
    if (completedPaymentId) await mailPurchaseUnpaid(tx, services, ended, completedPaymentId);
  },
  onRefunded: applyRefund,
  async readUnused(db, services, id) {
    const [purchase] = await db
      .select({ productKind: purchases.productKind })
      .from(purchases)
      .where(eq(purchases.id, id));
    return purchase ? kindOf(services, purchase).readUnused(db, services, id) : null;
  },
  takeBack: (tx, services, { purchase }, part) =>
    kindOf(services, purchase).end(tx, services, purchase, {
      outcome: "cancelled",
      told: part && { owed: part, isKept: false },
    }),
  onDisputed: (tx, services, { purchase }, isHeld) => kindOf(services, purchase).freeze(tx, services, purchase, isHeld),
};

const payableState = ({ status, holdUntil }: Purchase) => ({
  status,
  isPending: status === "pending",
  holdUntil,
  isReleased: status === "failed" || status === "cancelled",
});

async function openOrRefuse(
  tx: Transaction,
  services: Services,
  locked: LockedPurchase,
  payment: Payment,
): Promise<"kept" | "returned"> {
  const { purchase } = locked;
  const reason = await reasonToReturn(tx, services, locked);
  if (!reason) {
    // A date of a course that was cancelled meanwhile returns its share as it is opened, to gift cards first.
    await payGiftParts(tx, services, { kind: "purchase", id: purchase.id });
    const opened = await changePurchaseState(tx, await assignToBuyer(tx, locked), "paid", services);
    await mailPurchase(tx, services, opened);
    return "kept";
  }
  if (purchase.status === "pending") await changePurchaseState(tx, purchase, "cancelled", services);
  await mailReturned(tx, services, purchase, { refunded: payment, paymentId: payment.id, reason });
  return "returned";
}

async function reasonToReturn(
  tx: Transaction,
  services: Services,
  locked: LockedPurchase,
): Promise<ReturnReason | null> {
  const { purchase, isCodeFree, isRateFree } = locked;
  if (isDeletedAddress(purchase.customerEmail)) return "account_deleted";
  if (purchase.archivedAt) return "withdrawn";
  if (purchase.status === "refunded") return "withdrawn";
  if (purchase.status === "paid" || purchase.status === "free") return "owned_already";
  if (await hasAnother(tx, locked)) return "owned_already";
  if (!(await hasContent(tx, { id: purchase.productId, kind: purchase.productKind }))) return "emptied";
  if (!isRateFree) return "rate_full";
  if (!isCodeFree) return "code_used";
  if (purchase.status === "pending") return null;
  if (await kindOf(services, purchase).whatIsGone(tx, services, purchase)) return "dates_taken";
  return (await retakeGiftParts(tx, services, { kind: "purchase", id: purchase.id })) ? null : "gift_card_used";
}

/** A full refund closes the collection; if the bank returns it, the collection opens again. */
async function applyRefund(tx: Transaction, services: Services, { purchase }: LockedPurchase, refunded: RefundFacts) {
  const { payment, refund, isInFull } = refunded;
  if (!isInFull) await kindOf(services, purchase).followRefund(tx, services, purchase, refund);
  if (isInFull && purchase.status === "paid") await changePurchaseState(tx, purchase, "refunded", services);
  if (refund.state === "failed" && !isInFull) await restorePurchase(tx, services, purchase, refunded);
  // Refunds outside Stripe are paid by the admin.
  if (refund.state !== "succeeded" || isAnnounced(refund) || payment.provider !== "stripe") return;
  await mailPurchaseRefund(tx, services, purchase, {
    refunded: refund,
    isInFull,
    isRest: isInFull && refund.amountMinor < payment.amountMinor,
    why: isInFull
      ? `Your purchase has been refunded, and ${lossOf(purchase.productKind)}.`
      : await kindOf(services, purchase).tellPart(tx, purchase),
    dedupeKey: `refund:${refund.id}`,
  });
}

/** A returned refund counts as paid again, unless the collection was bought again. */
async function restorePurchase(
  tx: Transaction,
  services: Services,
  purchase: Purchase,
  { refund }: RefundFacts,
): Promise<void> {
  if (purchase.status === "refunded" && !(await isOwnedOtherwise(tx, purchase))) {
    await changePurchaseState(tx, purchase, "paid", services);
  }
  await mailInstructor(tx, services, purchase, {
    event: "Refund failed",
    text: "The refund for this purchase failed, and the money is back with you. Please refund it another way.",
    amount: formatAmount(refund),
    dedupeKey: `admin-purchase-refund-failed:${refund.id}`,
  });
}

/** Returns what was bought, as it was called then. */
async function readSoldProduct(db: Queryable, id: string): Promise<SoldOrder | null> {
  const [purchase] = await db.select().from(purchases).where(eq(purchases.id, id));
  if (!purchase) return null;
  const { productTitle, productKind, priceRateName, totalMinor } = purchase;
  const note = [kinds[productKind].receiptText, priceRateName, printDiscount(purchase)];
  return {
    customer: purchase.customerName,
    userId: purchase.userId,
    soldAs: productKind,
    currency: purchase.currency,
    lines: [{ text: productTitle, note: note.filter(Boolean).join(", "), quantity: 1, amountMinor: totalMinor }],
  };
}
