import type { Queryable } from "@db/client";
import { bookingPayers, liveSessions, paysFor, purchases, sessionBookings } from "@db/schema";
import { and, asc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { openingStatuses } from "../../../catalogue/entitlements/bought";
import { heldCourseLink } from "../../../core/paths";
import type { Services } from "../../../core/services";

/** A booked course, as a mail that leads to it names it. */
type LinkedCourse = { purchaseId: string; title: string; dates: string; url: string };

const mostCourses = 10;
const rememberedMs = 30 * 24 * 3_600_000;

/** Finds the courses that were booked with an address, until 30 days after their last date. */
export async function findBookedCourses(
  db: Queryable,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  email: string,
): Promise<LinkedCourse[]> {
  const now = clock.now();
  const isToCome = sql`${liveSessions.startTime} > ${now.toISOString()}::timestamptz`;
  const rows = await db
    .select({
      id: purchases.id,
      manageKey: purchases.manageKey,
      title: purchases.productTitle,
      toCome: sql`count(*) filter (where ${isToCome})`.mapWith(Number),
    })
    .from(purchases)
    .innerJoin(bookingPayers, eq(bookingPayers.purchaseId, purchases.id))
    .innerJoin(sessionBookings, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        eq(sql`lower(${purchases.customerEmail})`, email),
        sql`${purchases.status} in ${[...openingStatuses]}`,
        isNull(purchases.archivedAt),
        ne(sessionBookings.status, "cancelled"),
        isNull(liveSessions.cancelledAt),
        gt(liveSessions.startTime, new Date(now.getTime() - rememberedMs)),
      ),
    )
    .groupBy(purchases.id)
    .orderBy(sql`max(${liveSessions.startTime}) desc`, asc(purchases.id))
    .limit(mostCourses);
  return rows.map(({ toCome, ...purchase }) => ({
    purchaseId: purchase.id,
    title: purchase.title,
    dates: toCome === 0 ? "all dates are over" : `${toCome} ${toCome === 1 ? "date" : "dates"} to come`,
    url: settings.siteUrl + heldCourseLink(purchase),
  }));
}
