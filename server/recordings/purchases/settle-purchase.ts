import { inTransaction } from "../../core/transaction";
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { collectionPurchases, payments } from "@db/schema";
import { isCompletedUnpaid } from "../../payments/completed-unpaid";
import { oweRefund } from "../../payments/owe-refund";
import type { Payment } from "../../payments/paid-payments";
import { recordPayment } from "../../payments/record-payment";
import { openingStatuses } from "../access";
import type { Services } from "../../core/services";
import { isDeletedAddress } from "../../core/email-address";
import { cancelPurchase } from "./cancel-purchase";
import { giveUpUnpaid } from "./give-up-unpaid";
import { type LockedPurchase, lockPurchase } from "./lock-purchase";
import { mailPurchase } from "./mail-purchase";
import { mailReturned, type ReturnReason } from "./mail-returned";
import { movePurchase } from "./transitions";

type Ids = { paymentId: string; purchaseId: string };

/**
 * Takes over what Stripe says of a purchase's payment page, as just read from Stripe: paid opens the collection,
 * expired or finished without paying gives the purchase up, open changes nothing. Safe to repeat, at the same time and in any order.
 */
export async function settlePurchase(services: Services, ids: Ids, checkout: Stripe.Checkout.Session): Promise<void> {
  if (checkout.payment_status === "paid") await completePayment(services, ids, checkout);
  else if (checkout.status === "expired") await cancelPurchase(services, ids.purchaseId, "cancelled", checkout.id);
  else if (isCompletedUnpaid(checkout)) await giveUpUnpaid(services, ids, checkout.id, {});
}

async function completePayment(services: Services, { paymentId, purchaseId }: Ids, checkout: Stripe.Checkout.Session) {
  await inTransaction(services, async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.id, paymentId), eq(payments.purchaseId, purchaseId)))
      .for("update");
    if (!locked || !payment) {
      return services.log.error({ paymentId, purchaseId, checkoutId: checkout.id }, "paid, but no such purchase");
    }
    if (payment.state === "paid") return;
    await openOrReturn(tx, services, locked, await recordPayment(tx, services, payment, checkout));
  });
}

/** Money never stays without what it was paid for. */
async function openOrReturn(tx: Transaction, services: Services, locked: LockedPurchase, payment: Payment) {
  const now = services.clock.now();
  const reason = await reasonToReturn(tx, locked);
  if (reason) {
    if (locked.purchase.status === "pending") await movePurchase(tx, locked.purchase, "cancelled", now);
    await oweRefund(tx, payment, { amountMinor: payment.amountMinor, reason: "late_payment" });
    return mailReturned(tx, services, locked.purchase, { refunded: payment, paymentId: payment.id, reason });
  }
  const opened = await movePurchase(tx, await giveToBuyer(tx, locked), "paid", now);
  await mailPurchase(tx, services, opened);
}

/** A purchase that waited for an account becomes that account's, where there is one by now. */
export async function giveToBuyer(tx: Transaction, { purchase, account }: LockedPurchase) {
  if (purchase.userId || !account) return purchase;
  const [given] = await tx
    .update(collectionPurchases)
    .set({ userId: account.id })
    .where(eq(collectionPurchases.id, purchase.id))
    .returning();
  return given!;
}

async function reasonToReturn(tx: Transaction, locked: LockedPurchase): Promise<ReturnReason | null> {
  const { purchase, isCodeFree } = locked;
  if (isDeletedAddress(purchase.customerEmail)) return "account_deleted";
  if (purchase.archivedAt) return "withdrawn";
  if (purchase.status === "refunded") return "withdrawn";
  if (purchase.status === "paid" || purchase.status === "free") return "owned_already";
  if (await hasAnother(tx, locked)) return "owned_already";
  return isCodeFree ? null : "code_used";
}

/** Whether another purchase opens the same collection for the same buyer. */
export async function hasAnother(tx: Transaction, { purchase, account }: LockedPurchase): Promise<boolean> {
  const isWaitingToo = and(
    isNull(collectionPurchases.userId),
    eq(sql`lower(${collectionPurchases.customerEmail})`, purchase.customerEmail.toLowerCase()),
  );
  const others = await tx.$count(
    collectionPurchases,
    and(
      ne(collectionPurchases.id, purchase.id),
      eq(collectionPurchases.collection, purchase.collection),
      inArray(collectionPurchases.status, [...openingStatuses]),
      isNull(collectionPurchases.archivedAt),
      account ? or(eq(collectionPurchases.userId, account.id), isWaitingToo) : isWaitingToo,
    ),
  );
  return others > 0;
}
