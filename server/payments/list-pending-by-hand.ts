import { and, eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { payments, refunds } from "@db/schema";
import { isOwedByHand } from "./owed-by-hand";
import { isFor, type Cause, type Refund } from "./paid-payments";

/** The refunds of what was paid outside Stripe that the instructor has not given back yet, as far as she has said. */
export async function listPendingByHand(db: Queryable, cause: Cause): Promise<Refund[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isFor(cause), isOwedByHand))
    .orderBy(refunds.createdAt);
  return rows.map(({ refund }) => refund);
}
