import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, type LiveSession, purchases, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { formatAmount } from "../../../core/money";
import type { Services } from "../../../core/services";
import { type OwedRefund, refundPart } from "../../../payments/refunds";
import { lockPurchases } from "../../purchases/lock";
import { isRescheduledSince } from "../cancellation";

/** A date's course, for its own page; `share` is what giving up the date returns, because the instructor has moved it. */
type CourseOfDate = { title: string; share: string | null };

/** Returns the course that a booking is a date of; null for others. */
export async function readCourseOfDate(
  db: Queryable,
  booking: Booking,
  session: LiveSession,
): Promise<CourseOfDate | null> {
  const { coursePurchaseId, courseShareMinor, shareReturnedAt } = booking;
  if (coursePurchaseId === null) return null;
  const rows = await db.select().from(purchases).where(eq(purchases.id, coursePurchaseId));
  const { productTitle: title, status, currency } = one(rows, "purchase");
  const amountMinor = shareReturnedAt === null && status === "paid" ? (courseShareMinor ?? 0) : 0;
  const isReturned = amountMinor > 0 && isRescheduledSince(booking, session);
  return { title, share: isReturned ? formatAmount({ amountMinor, currency }) : null };
}

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
