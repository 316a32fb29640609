import type { Transaction } from "@db/client";
import { payments, refunds } from "@db/schema";
import { one } from "@db/one";
import { eq } from "drizzle-orm";
import { audit } from "../core/record-audit";
import type { MemberContext } from "../core/context";
import { DomainError } from "../core/errors";
import { inTransaction } from "../core/transaction";
import { formatAmount, type Money } from "../core/money";
import { lockPaid, lockRefund } from "./lock";
import { hasLostPlace, type LockedPayment, lockPayment } from "./lock-payment";
import { leftOf, type Payment, type Refund } from "./paid-payments";
import { payableRefOf } from "./payable-ref";
import { settleRefund } from "./record-refund";
import { createRefund, paidAs } from "./refunds";
import type { NewRefund } from "./schemas";

type MadeRefund = {
  refunded: Money;
  provider: Payment["provider"];
  isPlaceCancelled: boolean;
  /** What has ended with it of what is used up bit by bit, as a sentence without its full stop. */
  ended: string | null;
};

/**
 * Refunds a payment by hand. The form key becomes the refund's id, so posting twice refunds once. Throws not_found,
 * invalid, busy.
 */
export async function refundByHand(ctx: MemberContext, input: NewRefund): Promise<MadeRefund> {
  return inTransaction(
    ctx,
    async (tx) => {
      const locked = await lockPayment(tx, ctx, input.paymentId);
      if (locked?.payment.state !== "paid") throw new DomainError("not_found", "Payment not found");
      const repeated = await findRefund(tx, input);
      if (repeated) {
        return { ...resultOf(repeated, locked.payment), isPlaceCancelled: hasLostPlace(locked), ended: null };
      }
      return await refundLocked(tx, ctx, locked, input);
    },
    "That did not go through. Please try again.",
  );
}

export async function settleOutsideRefund(ctx: MemberContext, { refundId }: { refundId: string }): Promise<void> {
  const notFound = () => new DomainError("not_found", "Refund not found");
  await inTransaction(ctx, async (tx) => {
    const [found] = await tx
      .select({ paymentId: payments.id, provider: payments.provider })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.id, refundId));
    if (found?.provider !== "outside") throw notFound();
    const locked = await lockPayment(tx, ctx, found.paymentId);
    const refund = await lockRefund(tx, refundId);
    if (!locked || !refund) throw notFound();
    if (refund.state !== "pending") return;
    const now = ctx.clock.now();
    const settled = one(
      await tx.update(refunds).set({ state: "succeeded", settledAt: now }).where(eq(refunds.id, refundId)).returning(),
      "refund",
    );
    await settleRefund(tx, ctx, { ...locked, refund: settled });
    const details = { amountMinor: refund.amountMinor, currency: refund.currency };
    await audit(tx, ctx, "payment.returned_by_hand", locked.payment.id, details);
  });
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
  const paid = await lockPaid(tx, payableRefOf(payment));
  const own = paid.find((part) => part.payment.id === payment.id);
  const left = own ? leftOf(own) : 0;
  if (amountMinor > left) throw new DomainError("invalid", tooMuch({ amountMinor: left, currency: payment.currency }));
  const refund = await createRefund(tx, payment, { id: formKey, amountMinor, reason: "admin" });
  const isAll = paid.reduce((sum, part) => sum + leftOf(part), 0) === amountMinor;
  const isEnding = isAll && isPlaceCancelled && payable.releasePlace !== undefined && !hasLostPlace(locked);
  const owed = [{ refund, ...paidAs(payment) }];
  if (isEnding) await payable.releasePlace?.(tx, ctx, order, owed);
  const ended =
    isAll || isPlaceCancelled ? ((await payable.takeBack?.(tx, ctx, order, isAll ? null : owed)) ?? null) : null;
  const details = {
    amountMinor,
    currency: payment.currency,
    provider: payment.provider,
    isPlaceCancelled: isEnding,
    ended,
  };
  await audit(tx, ctx, "payment.refunded", payment.id, details, reason);
  return { ...resultOf(refund, payment), isPlaceCancelled: isEnding, ended };
}

const tooMuch = (left: Money) =>
  left.amountMinor > 0 ? `At most ${formatAmount(left)} is left to refund.` : "Nothing is left to refund.";

const resultOf = ({ amountMinor, currency }: Refund, { provider }: Payment) => ({
  refunded: { amountMinor, currency },
  provider,
});
