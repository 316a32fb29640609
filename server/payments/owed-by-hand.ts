import { and, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { payments, refunds } from "@db/schema";
import type { Money } from "../money/money";
import type { Currency } from "../core/currencies";

/**
 * For a WHERE clause over refunds and their payments: money that was paid outside Stripe and that the instructor still
 * has to hand over, as far as she has said. Whatever became of the order or the account, it is owed until then.
 */
export const isOwedByHand: SQL = and(eq(payments.provider, "outside"), eq(refunds.state, "pending"))!;

/** The ids of the bookings, or of the purchases, of which something is to be given back by hand: for a WHERE clause. */
export const owedByHand = (db: Queryable, kind: "booking" | "purchase") => {
  const order = kind === "booking" ? payments.bookingId : payments.purchaseId;
  return db
    .select({ id: sql<string>`${order}` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isOwedByHand, isNotNull(order)));
};

/** All that is to be given back by hand: of how many orders, and how much in each currency. One query. */
export async function sumOwedByHand(db: Queryable): Promise<{ orders: number; amounts: Money[] }> {
  const rows = await db
    .select({
      order: sql<string>`coalesce(${payments.bookingId}, ${payments.purchaseId})`,
      currency: refunds.currency,
      amountMinor: sql`sum(${refunds.amountMinor})`.mapWith(Number),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isOwedByHand)
    .groupBy(payments.bookingId, payments.purchaseId, refunds.currency);
  const sums = new Map<Currency, number>();
  for (const { currency, amountMinor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return {
    orders: new Set(rows.map(({ order }) => order)).size,
    amounts: [...sums].map(([currency, amountMinor]) => ({ currency, amountMinor })),
  };
}
