import { and, eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { payments, refunds } from "@db/schema";
import type { Cause, Refund } from "./paid-payments";

/** The refunds of what was paid outside Stripe that the instructor has not given back yet, as far as she has said. */
export async function listPendingByHand(db: Queryable, cause: Cause): Promise<Refund[]> {
  const isFor =
    "bookingId" in cause ? eq(payments.bookingId, cause.bookingId) : eq(payments.purchaseId, cause.purchaseId);
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isFor, eq(payments.provider, "outside"), eq(refunds.state, "pending")))
    .orderBy(refunds.createdAt);
  return rows.map(({ refund }) => refund);
}
