import { and, count, eq, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { balanceTransactions } from "@db/schema";

export type Kind = "payment" | "refund" | "dispute" | "fee" | "returned" | "other";

const kinds: Record<string, Kind> = {
  charge: "payment",
  refund: "refund",
  refund_failure: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  fee: "fee",
  network_cost: "fee",
  payout_reversal: "returned",
};

/** Returns Stripe's reporting category in the instructor's words. */
export const kindOf = (category: string): Kind => kinds[category] ?? "other";

/** Sums in minor units. The fee of a payment is apart; what Stripe takes by itself is a fee in all. */
export type Sums = { payments: number; gross: Record<Kind, number>; fees: number; net: number };

export const noSums = (): Sums => ({
  payments: 0,
  gross: { payment: 0, refund: 0, dispute: 0, fee: 0, returned: 0, other: 0 },
  fees: 0,
  net: 0,
});

/** Returns what each of the payouts holds, which is of the payout's currency. */
export async function sumPayouts(db: Queryable, ids: string[]): Promise<Map<string, Sums>> {
  const { payoutId, category, grossMinor, feeMinor, netMinor } = balanceTransactions;
  const rows = await db
    .select({
      payoutId,
      category,
      count: count(),
      gross: total(grossMinor),
      fees: total(feeMinor),
      net: total(netMinor),
    })
    .from(balanceTransactions)
    .where(inArray(payoutId, ids))
    .groupBy(payoutId, category);
  const sums = new Map(ids.map((id) => [id, noSums()]));
  for (const { payoutId: id, ...row } of rows) {
    const known = sums.get(id ?? "");
    if (known) add(known, row);
  }
  return sums;
}

function add(sums: Sums, row: { category: string; count: number; gross: number; fees: number; net: number }): void {
  const kind = kindOf(row.category);
  if (row.category === "charge") sums.payments += row.count;
  if (kind === "fee") sums.fees -= row.net;
  else {
    sums.gross[kind] += row.gross;
    sums.fees += row.fees;
  }
  sums.net += row.net;
}

export function addSums(sums: Sums, more: Sums): void {
  sums.payments += more.payments;
  sums.fees += more.fees;
  sums.net += more.net;
  for (const kind of Object.keys(more.gross) as Kind[]) sums.gross[kind] += more.gross[kind];
}

type CurrencySum = { currency: string; count: number; gross: number; fees: number; net: number };

/** Returns what this site's payments, refunds and disputes of a period brought, in the currencies of the account. */
export const sumOwn = (db: Queryable, { from, until }: { from: Date; until: Date }): Promise<CurrencySum[]> =>
  sumByCurrency(
    db,
    and(
      gte(balanceTransactions.createdAt, from),
      lt(balanceTransactions.createdAt, until),
      eq(balanceTransactions.isOwn, true),
    ),
  );

/** Returns what is in the balance at Stripe and not paid out yet. */
export const sumWaiting = (db: Queryable): Promise<CurrencySum[]> =>
  sumByCurrency(db, sql`${balanceTransactions.payoutId} is null`);

const sumByCurrency = (db: Queryable, condition: SQL | undefined): Promise<CurrencySum[]> => {
  const { currency, grossMinor, feeMinor, netMinor } = balanceTransactions;
  return db
    .select({ currency, count: count(), gross: total(grossMinor), fees: total(feeMinor), net: total(netMinor) })
    .from(balanceTransactions)
    .where(condition)
    .groupBy(currency)
    .orderBy(currency);
};

const total = (column: AnyPgColumn) => sql`sum(${column})`.mapWith(Number);
