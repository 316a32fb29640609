import { and, count, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { purchases, sessionBookings } from "@db/schema";
import { liveStatuses } from "../../catalogue/discounts/discount-codes";
import type { Currency } from "../../core/money";
import { isWithin } from "../../payments/counted-income";
import type { InsightsPeriod } from "./period";

export type CodeUse = { code: string; uses: number; takenOff: Partial<Record<Currency, number>> };
type CodeUsage = { codes: CodeUse[]; total: number };

const maxShown = 20;

/** Excludes cancelled orders, which have released their code. */
export async function readCodeUsage(db: Queryable, period: InsightsPeriod): Promise<CodeUsage> {
  const bookings = db
    .select({
      code: sql<string>`${sessionBookings.appliedDiscountCode}`.as("code"),
      currency: sessionBookings.currency,
      off: sql<number>`${sessionBookings.discountMinor}`.as("off"),
    })
    .from(sessionBookings)
    .where(
      and(
        isNotNull(sessionBookings.appliedDiscountCode),
        ne(sessionBookings.status, "cancelled"),
        isWithin(sessionBookings.createdAt, period),
      ),
    );
  const bought = db
    .select({
      code: sql<string>`${purchases.appliedDiscountCode}`.as("code"),
      currency: purchases.currency,
      off: sql<number>`${purchases.discountMinor}`.as("off"),
    })
    .from(purchases)
    .where(
      and(
        isNotNull(purchases.appliedDiscountCode),
        inArray(purchases.status, [...liveStatuses]),
        isWithin(purchases.createdAt, period),
      ),
    );
  const used = unionAll(bookings, bought).as("used");
  const byCurrency = db
    .select({
      code: used.code,
      currency: used.currency,
      uses: count().as("uses"),
      off: sql<number>`sum(${used.off})`.as("taken_off"),
    })
    .from(used)
    .groupBy(used.code, used.currency)
    .as("by_currency");
  const uses = sql`sum(${byCurrency.uses})`;
  const rows = await db
    .select({
      code: byCurrency.code,
      uses: uses.mapWith(Number),
      takenOff: sql<CodeUse["takenOff"]>`json_object_agg(${byCurrency.currency}, ${byCurrency.off})`,
      total: sql`count(*) over ()`.mapWith(Number),
    })
    .from(byCurrency)
    .groupBy(byCurrency.code)
    .orderBy(sql`${uses} desc`, byCurrency.code)
    .limit(maxShown);
  return { codes: rows.map(({ code, uses, takenOff }) => ({ code, uses, takenOff })), total: rows[0]?.total ?? 0 };
}
