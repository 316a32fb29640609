import { one } from "@db/one";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { eq } from "drizzle-orm";
import { referenceOf } from "../core/reference";
import type { Services } from "../core/services";
import { lockPayments } from "./lock";
import type { Payment } from "./paid-payments";
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
