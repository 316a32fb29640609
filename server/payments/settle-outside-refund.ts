import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import { payments, refunds } from "@db/schema";
import { audit } from "../audit/record-audit";
import { DomainError } from "../core/errors";
import type { MemberContext } from "../core/context";
import { lockPayment } from "./lock-payment";
import { settleRefund } from "./settle-refund";

/**
 * The instructor says that she has given back what was paid outside Stripe. A second call does nothing. Throws
 * not_found, also for a refund that Stripe makes.
 */
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
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for("update");
    if (!locked || !refund) throw notFound();
    if (refund.state !== "pending") return;
    const now = ctx.clock.now();
    const [settled] = await tx
      .update(refunds)
      .set({ state: "succeeded", settledAt: now })
      .where(eq(refunds.id, refundId))
      .returning();
    await settleRefund(tx, ctx, { ...locked, refund: settled! });
    const details = { amountMinor: refund.amountMinor, currency: refund.currency };
    await audit(tx, ctx, "payment.returned_by_hand", locked.payment.id, details);
  });
}
