import type { Transaction } from "@db/client";
import { type Booking, purchases, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { type OwedRefund, refundPart } from "../../selling/payments/refunds";
import { lockPurchases } from "../../selling/purchases/lock";

/** Refunds the share that a locked date has in the price of its course. Safe to repeat. */
export async function returnShare(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  { id, coursePurchaseId, courseShareMinor, shareReturnedAt }: Booking,
  reason: "admin" | "cancelled",
): Promise<OwedRefund[]> {
  if (coursePurchaseId === null || courseShareMinor === null || shareReturnedAt) return [];
  const [purchase] = await lockPurchases(tx, eq(purchases.id, coursePurchaseId));
  if (purchase?.status !== "paid" || purchase.archivedAt) return [];
  await tx.update(sessionBookings).set({ shareReturnedAt: clock.now() }).where(eq(sessionBookings.id, id));
  return refundPart(tx, { kind: "purchase", id: coursePurchaseId }, courseShareMinor, reason);
}
