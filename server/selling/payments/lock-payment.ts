import { one } from "@db/one";
import type { Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { asc, eq, type SQL } from "drizzle-orm";
import type { Services } from "../../core/services";
import { referenceOf } from "../../platform/mail/templates";
import type { Payment, Refund } from "./paid-payments";
import { payableRefOf } from "./payable-ref";
import { intentOf, type IntentHolder } from "./stripe";
import { type Payable, payableOf } from "./payable";

/** Only `payable` may look into `order`. */
export type LockedPayment = { payment: Payment; payable: Payable; order: object };

/** Locks session, account, code, booking or purchase, then payment, in this order. */
export async function lockPayment(
  tx: Transaction,
  services: Services,
  paymentId: string,
): Promise<LockedPayment | null> {
  const [found] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!found) return null;
  const ref = payableRefOf(found);
  const payable = payableOf(services, ref);
  const order = await payable.lock(tx, ref.id);
  if (!order) throw new Error(`payment ${paymentId} has no order`);
  const payment = one(await lockPayments(tx, eq(payments.id, paymentId)), "payment");
  return { payment, payable, order };
}

export async function lockPaymentOf(
  tx: Transaction,
  services: Services,
  found: IntentHolder,
): Promise<LockedPayment | null> {
  const intentId = intentOf(found);
  if (!intentId) return null;
  const isPayment = eq(payments.stripePaymentIntentId, intentId);
  const [payment] = await tx.select({ id: payments.id }).from(payments).where(isPayment);
  return payment ? lockPayment(tx, services, payment.id) : null;
}

/** Locks payments of orders that the caller has locked. */
export const lockPayments = (tx: Transaction, isMeant: SQL | undefined): Promise<Payment[]> =>
  tx.select().from(payments).where(isMeant).orderBy(asc(payments.id)).for("update");

/** Locks a refund of a payment that the caller has locked. */
export async function lockRefund(tx: Transaction, refundId: string): Promise<Refund | undefined> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for("update");
  return refund;
}

export const hasLostPlace = ({ payable, order }: LockedPayment): boolean =>
  payable.releasePlace !== undefined && payable.stateOf(order).isReleased;

export function paymentFacts(services: Services, { payable, order }: LockedPayment) {
  const { kind, id, ...facts } = payable.factsOf(services, order);
  return {
    ...facts,
    reference: referenceOf({ id }),
    refundUrl: `${services.settings.siteUrl}/admin/orders/${kind}/${id}/refund`,
  };
}
