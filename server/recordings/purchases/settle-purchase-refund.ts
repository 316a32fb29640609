import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { collectionPurchases } from "@db/schema";
import { isAllReturned, lockPaid, type Payment, type Refund } from "../../payments/paid-payments";
import { formatAmount } from "../../money/money";
import { openingStatuses } from "../access";
import type { Services } from "../../core/services";
import { mailInstructor, mailPurchaseRefund } from "./mail-purchase";
import { movePurchase, type Purchase } from "./transitions";

type Settling = { purchase: Purchase; payment: Payment; refund: Refund };

/**
 * Brings a purchase in line with what has gone back by now, and tells whoever has to know: once all of it has, the
 * collection is closed; when the bank returns a refund, it is open again.
 */
export async function settlePurchaseRefund(tx: Transaction, services: Services, settling: Settling): Promise<void> {
  const { purchase, payment, refund } = settling;
  const now = services.clock.now();
  const isInFull = isAllReturned(await lockPaid(tx, { purchaseId: purchase.id }));
  if (isInFull && purchase.status === "paid") await movePurchase(tx, purchase, "refunded", now);
  if (refund.state === "failed" && !isInFull) await takeBack(tx, services, settling);
  // What was paid outside Stripe the instructor hands over; whoever paid for nothing was told when the refund was made.
  if (payment.provider !== "stripe") return;
  if (refund.state !== "succeeded" || refund.reason === "late_payment") return;
  await mailPurchaseRefund(tx, services, purchase, {
    refunded: refund,
    isInFull,
    isRest: isInFull && refund.amountMinor < payment.amountMinor,
    why: isInFull
      ? "Your purchase has been refunded, and the collection is closed again."
      : "A part of what you paid has been refunded. The collection stays yours.",
    dedupeKey: `refund:${refund.id}`,
  });
}

/** What the bank has brought back is paid again, unless she has bought the collection anew meanwhile. */
async function takeBack(tx: Transaction, services: Services, { purchase, refund }: Settling): Promise<void> {
  if (purchase.status === "refunded" && !(await isOpenOtherwise(tx, purchase))) {
    await movePurchase(tx, purchase, "paid", services.clock.now());
  }
  await mailInstructor(tx, services, purchase, {
    event: "Refund failed",
    text: "The refund for this purchase did not arrive: the money is with you again. Please return it another way.",
    amount: formatAmount(refund),
    dedupeKey: `admin-purchase-refund-failed:${refund.id}`,
  });
}

async function isOpenOtherwise(tx: Transaction, { id, userId, collection }: Purchase): Promise<boolean> {
  if (!userId) return false;
  const others = await tx.$count(
    collectionPurchases,
    and(
      ne(collectionPurchases.id, id),
      eq(collectionPurchases.userId, userId),
      eq(collectionPurchases.collection, collection),
      inArray(collectionPurchases.status, [...openingStatuses]),
      isNull(collectionPurchases.archivedAt),
    ),
  );
  return others > 0;
}
