import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { bookingTickets, purchases, sessionBookings } from "@db/schema";
import { liveStatuses } from "../../catalogue/discounts/discount-codes";
import type { InsightsPeriod } from "./period";
import { isWithin } from "../../payments/counted-income";

/** How many tickets, passes and courses were sold at a rate or an early price, by its name then. */
export type RateUse = { name: string; sessions: number; passes: number; courses: number };

const maxShown = 20;

/** Counts what was sold at each rate in a period, the one that was chosen most first; without what was cancelled. */
export async function readRateUsage(db: Queryable, period: InsightsPeriod): Promise<RateUse[]> {
  const tickets = db
    .select({ name: sql<string>`${bookingTickets.priceRateName}`.as("name"), kind: sql<string>`'session'`.as("kind") })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .where(
      and(
        isNotNull(bookingTickets.priceRateName),
        isNull(bookingTickets.cancelledAt),
        ne(sessionBookings.status, "cancelled"),
        isWithin(sessionBookings.createdAt, period),
      ),
    );
  const bought = db
    .select({
      name: sql<string>`${purchases.priceRateName}`.as("name"),
      kind: sql<string>`${purchases.productKind}::text`.as("kind"),
    })
    .from(purchases)
    .where(
      and(
        isNotNull(purchases.priceRateName),
        inArray(purchases.status, [...liveStatuses]),
        isNull(purchases.archivedAt),
        isWithin(purchases.createdAt, period),
      ),
    );
  const sold = unionAll(tickets, bought).as("sold");
  const of = (kind: string) => sql`count(*) filter (where ${sold.kind} = ${kind})`.mapWith(Number);
  return db
    .select({ name: sold.name, sessions: of("session"), passes: of("pass"), courses: of("course") })
    .from(sold)
    .groupBy(sold.name)
    .orderBy(sql`count(*) desc`, sold.name)
    .limit(maxShown);
}
