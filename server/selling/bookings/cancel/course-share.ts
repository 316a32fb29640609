import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, type LiveSession, purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import { formatAmount } from "../../../core/money";
import type { Services } from "../../../core/services";
import { type OwedRefund, refundPart } from "../../../payments/refunds";
import { lockPurchases } from "../../purchases/lock";
import { isRescheduledSince } from "../cancellation";
import { changePayers } from "../payers";

/** A date's course, for its own page; `share` is what giving up the date returns, because the instructor has moved it. */
type CourseOfDate = { title: string; share: string | null };

/** Returns the course that a booking is a date of; null for others. */
export async function readCourseOfDate(
  db: Queryable,
  booking: Booking,
  session: LiveSession,
): Promise<CourseOfDate | null> {
  const { coursePurchaseId, payerShare, shareReturnedAt } = booking;
  if (coursePurchaseId === null) return null;
  const rows = await db.select().from(purchases).where(eq(purchases.id, coursePurchaseId));
  const { productTitle: title, status, currency } = one(rows, "purchase");
  const amountMinor = shareReturnedAt === null && status === "paid" ? (payerShare ?? 0) : 0;
  const isReturned = amountMinor > 0 && isRescheduledSince(booking, session);
  return { title, share: isReturned ? formatAmount({ amountMinor, currency }) : null };
}

/** Refunds the share that a locked date has in the price of its course. Safe to repeat. */
export async function returnShare(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  { id, coursePurchaseId, payerShare, shareReturnedAt }: Booking,
  reason: "admin" | "cancelled",
): Promise<OwedRefund[]> {
  if (coursePurchaseId === null || payerShare === null || shareReturnedAt) return [];
  const [purchase] = await lockPurchases(tx, eq(purchases.id, coursePurchaseId));
  if (purchase?.status !== "paid" || purchase.archivedAt) return [];
  await changePayers(tx, [id], { returnedAt: clock.now() });
  return refundPart(tx, { kind: "purchase", id: coursePurchaseId }, payerShare, reason);
}
