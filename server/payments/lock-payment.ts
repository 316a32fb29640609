import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import type { Services } from "../core/services";
import { causeOf, type Payment } from "./paid-payments";
import { type Payable, payableOf } from "./payable";

/** A payment and what it is for, both locked. Only `payable` looks into `order`. */
export type LockedPayment = { payment: Payment; payable: Payable; order: object };

/**
 * Locks what a payment is for and then the payment: session, account, code, booking or purchase, payment is the order
 * of all locks. Returns null if there is no such payment.
 */
export async function lockPayment(
  tx: Transaction,
  services: Services,
  paymentId: string,
): Promise<LockedPayment | null> {
  const [found] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!found) return null;
  const { payable, id } = payableOf(services, causeOf(found));
  const order = (await payable.lock(tx, id))!;
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for("update");
  return { payment: payment!, payable, order };
}

/** Tells whether a payment was for a place that has been given back; a purchase has none. */
export const hasLostPlace = ({ payable, order }: LockedPayment): boolean =>
  payable.releasePlace !== undefined && payable.stateOf(order).isGivenUp;
