import type { Transaction } from "@db/client";
import { purchases, liveSessions, payments, refunds, sessionBookings } from "@db/schema";
import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { addPastPayments, type PastPayment } from "../local-stripe/past-payments";

/** Moves what was paid for past sessions and for recordings to the local Stripe, so that the demo has payouts. */
export async function payThroughStripe(
  tx: Transaction,
  { siteUrl, now }: { siteUrl: string; now: Date },
): Promise<void> {
  const made = await addPastPayments(tx, { payments: await pastPayments(tx, now), siteUrl, now });
  await tx.execute(sql`
    update payments set provider = 'stripe', stripe_checkout_session_id = made."checkoutId",
      stripe_payment_intent_id = made."intentId"
    from jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb)
      as made ("paymentId" uuid, "checkoutId" text, "intentId" text)
    where payments.id = made."paymentId"`);
}

async function pastPayments(tx: Transaction, now: Date): Promise<PastPayment[]> {
  const rows = await tx
    .select({
      payment: payments,
      email: sql<string>`coalesce(${sessionBookings.attendeeEmail}, ${purchases.customerEmail})`,
    })
    .from(payments)
    .leftJoin(sessionBookings, eq(sessionBookings.id, payments.bookingId))
    .leftJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .leftJoin(purchases, eq(purchases.id, payments.purchaseId))
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(
      and(
        eq(payments.state, "paid"),
        isNull(refunds.id),
        or(lt(liveSessions.startTime, now), isNotNull(payments.purchaseId)),
      ),
    );
  return rows.map(({ payment: { id, bookingId, purchaseId, amountMinor, currency, paidAt, createdAt }, email }) => ({
    amount: amountMinor,
    currency: currency.toLowerCase(),
    email,
    paidAt: paidAt ?? createdAt,
    metadata: { ...(bookingId ? { bookingId } : { purchaseId: purchaseId ?? "" }), paymentId: id },
  }));
}
