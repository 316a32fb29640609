import { asc, eq, inArray, sql } from "drizzle-orm";
import { collectionPurchases, disputes, payments, sessionBookings } from "@db/schema";
import { disputeUrl, unansweredStatuses } from "../../payments/disputes";
import { formatAmount } from "../../money/money";
import { printInstant } from "../../core/dates";
import type { Context } from "../../core/context";
import type { OfficeDispute } from "../../members/schemas";

/** More than that at a time would be another problem. */
const mostShown = 20;

/** Disputes and inquiries that wait for the instructor's answer, the most urgent first. One query. */
export async function findDisputes({ db, clock, visitor }: Context): Promise<OfficeDispute[]> {
  const rows = await db
    .select({
      dispute: disputes,
      bookedBy: sql<string | null>`${sessionBookings.attendeeFirstName} || ' ' || ${sessionBookings.attendeeLastName}`,
      boughtBy: collectionPurchases.customerName,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .leftJoin(sessionBookings, eq(sessionBookings.id, payments.bookingId))
    .leftJoin(collectionPurchases, eq(collectionPurchases.id, payments.purchaseId))
    .where(inArray(disputes.status, [...unansweredStatuses]))
    .orderBy(asc(disputes.dueBy), asc(disputes.id))
    .limit(mostShown);
  return rows.map(({ dispute, bookedBy, boughtBy }) => ({
    id: dispute.id,
    customer: (bookedBy ?? boughtBy ?? "").trim(),
    amount: formatAmount(dispute),
    isInquiry: dispute.status === "warning_needs_response",
    daysLeft: dispute.dueBy && daysBetween(clock.now(), dispute.dueBy),
    dueBy: dispute.dueBy && printInstant(dispute.dueBy, visitor.timeZone),
    url: disputeUrl(dispute),
  }));
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whole days; none once the time is over. */
const daysBetween = (from: Date, until: Date) => Math.max(0, Math.floor((until.getTime() - from.getTime()) / dayMs));
