import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type LiveSession, payments } from "@db/schema";
import { lockBooking } from "../bookings/lock";
import { lockPurchase } from "../recordings/purchases/lock-purchase";
import type { Purchase } from "../recordings/purchases/transitions";
import type { Payment } from "./paid-payments";

/** A payment with all that it is for: a place in a session, or a collection of recordings. */
export type PaymentWithBooking = { payment: Payment; booking: Booking; session: LiveSession };
export type PaymentWithPurchase = { payment: Payment; purchase: Purchase };
export type PaymentWithCause = PaymentWithBooking | PaymentWithPurchase;

/**
 * Locks a payment and what it is for, in the order of all locks: session, booking, payment, or the buyer's account,
 * purchase, payment. Null: no such payment.
 */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<PaymentWithCause | null> {
  const [found] = await tx
    .select({ bookingId: payments.bookingId, purchaseId: payments.purchaseId })
    .from(payments)
    .where(eq(payments.id, paymentId));
  if (found?.purchaseId) return lockPaymentOfPurchase(tx, paymentId, found.purchaseId);
  return found?.bookingId ? lockPaymentOfBooking(tx, paymentId, found.bookingId) : null;
}

async function lockPaymentOfPurchase(
  tx: Transaction,
  paymentId: string,
  purchaseId: string,
): Promise<PaymentWithPurchase> {
  const { purchase } = (await lockPurchase(tx, purchaseId))!;
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("update");
  return { payment: payment!, purchase };
}

async function lockPaymentOfBooking(
  tx: Transaction,
  paymentId: string,
  bookingId: string,
): Promise<PaymentWithBooking> {
  const { booking, session } = (await lockBooking(tx, bookingId))!;
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("update");
  return { payment: payment!, booking, session };
}
