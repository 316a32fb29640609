import { and, eq, inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import type { Queryable } from "@db/client";
import { balanceTransactions, payments, payouts } from "@db/schema";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { intentOf, isOwnIntent } from "../stripe";

type NewTransaction = typeof balanceTransactions.$inferInsert;

/** More in one statement would have too many parameters. */
const batch = 500;

/** Stores movements of the balance; with `payoutId`, those are all that the payout holds. Safe to repeat. */
export async function storeTransactions(
  services: Services,
  found: Stripe.BalanceTransaction[],
  payoutId?: string,
): Promise<void> {
  const { clock } = services;
  // Concurrent runs lock the rows in the same order.
  const rows = found
    .filter(({ reporting_category: category }) => category !== "payout")
    .map((transaction) => rowOf(transaction, payoutId))
    .sort((a, b) => (a.stripeBalanceTransactionId < b.stripeBalanceTransactionId ? -1 : 1));
  await inTransaction(services, async (tx) => {
    const own = await findOwnIntents(tx, rows);
    for (let from = 0; from < rows.length; from += batch) {
      const values = rows
        .slice(from, from + batch)
        .map((row) => ({ ...row, isOwn: row.isOwn || own.has(row.stripePaymentIntentId ?? "") }));
      await tx
        .insert(balanceTransactions)
        .values(values)
        .onConflictDoUpdate({
          target: balanceTransactions.stripeBalanceTransactionId,
          set: {
            payoutId: sql`coalesce(excluded.payout_id, ${balanceTransactions.payoutId})`,
            isOwn: sql`excluded.is_own or ${balanceTransactions.isOwn}`,
          },
        });
    }
    if (payoutId) await tx.update(payouts).set({ readAt: clock.now() }).where(eq(payouts.id, payoutId));
  });
}

function rowOf(transaction: Stripe.BalanceTransaction, payoutId: string | undefined): NewTransaction {
  const source = readSource(transaction.source);
  return {
    stripeBalanceTransactionId: transaction.id,
    payoutId: payoutId ?? null,
    category: transaction.reporting_category,
    grossMinor: transaction.amount,
    feeMinor: transaction.fee,
    netMinor: transaction.net,
    currency: transaction.currency.toUpperCase(),
    exchangeRate: transaction.exchange_rate === null ? null : String(transaction.exchange_rate),
    ...source,
    // Of a payment, it may name the customer.
    description: source.stripePaymentIntentId ? null : transaction.description,
    createdAt: new Date(transaction.created * 1000),
  };
}

type Source = Pick<
  NewTransaction,
  "sourceMinor" | "sourceCurrency" | "stripeSourceId" | "stripePaymentIntentId" | "isOwn"
>;

function readSource(source: Stripe.BalanceTransaction["source"]): Source {
  const unknown = { sourceMinor: null, sourceCurrency: null, stripePaymentIntentId: null, isOwn: false };
  if (source === null || typeof source === "string") return { ...unknown, stripeSourceId: source };
  if (source.object !== "charge" && source.object !== "refund" && source.object !== "dispute") {
    return { ...unknown, stripeSourceId: source.id };
  }
  return {
    sourceMinor: source.amount,
    sourceCurrency: source.currency.toUpperCase(),
    stripeSourceId: source.id,
    stripePaymentIntentId: intentOf(source),
    // A charge has the metadata of its payment intent; refunds and disputes follow their charge.
    isOwn: source.object === "charge" && isOwnIntent(source),
  };
}

/** Returns the payment intents of the rows that belong to this site (decision 023). */
async function findOwnIntents(db: Queryable, rows: NewTransaction[]): Promise<Set<string>> {
  const own = new Set(rows.flatMap(({ isOwn, stripePaymentIntentId: id }) => (isOwn && id ? [id] : [])));
  const unknownIntents = new Set(rows.flatMap(({ stripePaymentIntentId: id }) => (id && !own.has(id) ? [id] : [])));
  if (unknownIntents.size === 0) return own;
  const { stripePaymentIntentId: intent, isOwn } = balanceTransactions;
  const [paid, charged] = await Promise.all([
    db
      .select({ id: payments.stripePaymentIntentId })
      .from(payments)
      .where(inArray(payments.stripePaymentIntentId, [...unknownIntents])),
    db
      .select({ id: intent })
      .from(balanceTransactions)
      .where(and(inArray(intent, [...unknownIntents]), eq(isOwn, true))),
  ]);
  for (const { id } of [...paid, ...charged]) if (id) own.add(id);
  return own;
}
