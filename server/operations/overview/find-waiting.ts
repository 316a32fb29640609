import { collectionPurchases, disputes, liveSessions, payments, sessionBookings, sessionWaitlist } from "@db/schema";
import { and, asc, count, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { printInstant } from "../../core/dates";
import { formatAmount } from "../../core/money";
import { readSiteSettings } from "../../core/site-settings";
import type { OfficeDispute, OfficeWaitlist } from "../../members/schemas";
import { disputeUrl, unansweredStatuses } from "../../payments/disputes";
import { countPlaces, freePlaces } from "../../schedule/places";
import { endOfOffer } from "../../waitlist/offer-end";

const maxShown = 20;

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
    .limit(maxShown);
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

const daysBetween = (from: Date, until: Date) => Math.max(0, Math.floor((until.getTime() - from.getTime()) / dayMs));

/** Sessions with people waiting although a place could be offered. */
export async function findWaitlists(ctx: Context): Promise<OfficeWaitlist[]> {
  const { db, clock } = ctx;
  const rows = await db
    .select({ session: liveSessions, waiting: count() })
    .from(sessionWaitlist)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionWaitlist.sessionId))
    .where(
      and(
        eq(sessionWaitlist.status, "waiting"),
        gt(liveSessions.startTime, clock.now()),
        isNull(liveSessions.cancelledAt),
        eq(liveSessions.isPublished, true),
      ),
    )
    .groupBy(liveSessions.id)
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id));
  const { offerHours } = await readSiteSettings(ctx);
  const places = await countPlaces(
    db,
    rows.map(({ session }) => session.id),
  );
  return rows.flatMap(({ session, waiting }) => {
    const free = freePlaces(session, places.get(session.id));
    if (free === 0 || endOfOffer(ctx, session, offerHours) === null) return [];
    return [{ id: session.id, title: session.title, waiting, free }];
  });
}
