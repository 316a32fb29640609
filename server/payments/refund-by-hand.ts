import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { refunds } from "@db/schema";
import { audit } from "../audit/record-audit";
import { DomainError } from "../core/errors";
import { formatAmount, type Money } from "../money/money";
import type { MemberContext } from "../core/context";
import { hasLostPlace, type LockedPayment, lockPayment } from "./lock-payment";
import { oweRefund, paidAs } from "./owe-refund";
import { causeOf, leftOf, lockPaid, type Payment, type Refund } from "./paid-payments";
import type { NewRefund } from "./schemas";

export type MadeRefund = {
  refunded: Money;
  /** Stripe sends it; what was paid outside is the instructor's to give back. */
  provider: Payment["provider"];
  isPlaceCancelled: boolean;
};

/**
 * Refunds a payment by hand, in full or in part, at most what is left of it; Stripe is asked by a job once this has
 * been committed. A part of it changes no place. Where nothing is left of all that was paid for a booking that is
 * live, its place goes with it if that is wished, else the attendee keeps it. The form's key is the refund's own: the
 * same form posted twice refunds once. Throws not_found, invalid (more than is left), busy.
 */
export async function refundByHand(ctx: MemberContext, input: NewRefund): Promise<MadeRefund> {
  return inTransaction(
    ctx,
    async (tx) => {
      const locked = await lockPayment(tx, ctx, input.paymentId);
      if (locked?.payment.state !== "paid") throw new DomainError("not_found", "Payment not found");
      const repeated = await findRefund(tx, input);
      if (repeated) return { ...made(repeated, locked.payment), isPlaceCancelled: hasLostPlace(locked) };
      return await refundLocked(tx, ctx, locked, input);
    },
    "That did not go through. Please try again.",
  );
}

async function findRefund(tx: Transaction, { formKey, paymentId }: NewRefund): Promise<Refund | undefined> {
  const [known] = await tx.select().from(refunds).where(eq(refunds.id, formKey));
  if (known && known.paymentId !== paymentId) throw new DomainError("not_found", "Payment not found");
  return known;
}

async function refundLocked(
  tx: Transaction,
  ctx: MemberContext,
  locked: LockedPayment,
  { formKey, amountMinor, isPlaceCancelled, reason }: NewRefund,
): Promise<MadeRefund> {
  const { payment, payable, order } = locked;
  const paid = await lockPaid(tx, causeOf(payment));
  const left = leftOf(paid.find((part) => part.payment.id === payment.id)!);
  if (amountMinor > left) throw new DomainError("invalid", tooMuch({ amountMinor: left, currency: payment.currency }));
  const refund = await oweRefund(tx, payment, { id: formKey, amountMinor, reason: "admin" });
  const isAll = paid.reduce((sum, part) => sum + leftOf(part), 0) === amountMinor;
  const isEnding = isAll && isPlaceCancelled && payable.releasePlace !== undefined && !hasLostPlace(locked);
  if (isEnding) await payable.releasePlace?.(tx, ctx, order, [{ refund, ...paidAs(payment) }]);
  const details = { amountMinor, currency: payment.currency, provider: payment.provider, isPlaceCancelled: isEnding };
  await audit(tx, ctx, "payment.refunded", payment.id, details, reason);
  return { ...made(refund, payment), isPlaceCancelled: isEnding };
}

const tooMuch = (left: Money) =>
  left.amountMinor > 0 ? `At most ${formatAmount(left)} is left to refund.` : "Nothing is left to refund.";

const made = ({ amountMinor, currency }: Refund, { provider }: Payment) => ({
  refunded: { amountMinor, currency },
  provider,
});
