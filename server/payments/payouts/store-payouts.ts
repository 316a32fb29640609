import { sql, type SQLWrapper } from "drizzle-orm";
import type Stripe from "stripe";
import type { Transaction } from "@db/client";
import { payouts } from "@db/schema";
import { longDay } from "../../core/dates";
import { formatAnyAmount } from "../../core/money";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";

export type Payout = typeof payouts.$inferSelect;

/** Statuses only move on in this order: one that comes before was read earlier and comes late. */
const order = ["pending", "in_transit", "paid", "canceled", "failed"];

/** Older failures were told of by Stripe long before the site read payouts. */
const longestTellingDays = 30;

/** Stores payouts as read from Stripe, and tells the admin of one that failed, once. Safe to repeat, in any order. */
export async function storePayouts(services: Services, found: Stripe.Payout[]): Promise<void> {
  if (found.length === 0) return;
  // Concurrent runs lock the rows in the same order.
  const rows = found.map(rowOf).sort((a, b) => (a.stripePayoutId < b.stripePayoutId ? -1 : 1));
  await inTransaction(services, async (tx) => {
    for (const payout of await store(tx, rows)) {
      if (payout.status === "failed" && isRecent(services, payout)) await mailFailed(tx, services, payout);
    }
  });
}

const rowOf = (payout: Stripe.Payout): typeof payouts.$inferInsert => ({
  stripePayoutId: payout.id,
  amountMinor: payout.amount,
  currency: payout.currency.toUpperCase(),
  status: payout.status,
  arrivalOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  reconciliation: payout.reconciliation_status,
  failure: payout.failure_message,
  createdAt: new Date(payout.created * 1000),
});

/** Returns the payouts that are new or have changed. */
async function store(tx: Transaction, rows: (typeof payouts.$inferInsert)[]): Promise<Payout[]> {
  const known = [payouts.status, payouts.arrivalOn, payouts.reconciliation, payouts.failure];
  const read = sql`excluded.status, excluded.arrival_on, excluded.reconciliation, excluded.failure`;
  return tx
    .insert(payouts)
    .values(rows)
    .onConflictDoUpdate({
      target: payouts.stripePayoutId,
      set: {
        status: sql`excluded.status`,
        arrivalOn: sql`excluded.arrival_on`,
        reconciliation: sql`excluded.reconciliation`,
        failure: sql`excluded.failure`,
      },
      setWhere: sql`${rankOf(sql`excluded.status`)} >= ${rankOf(payouts.status)}
        and (${sql.join(known, sql`, `)}) is distinct from (${read})`,
    })
    .returning();
}

const rankOf = (status: SQLWrapper) => sql`coalesce(array_position(${sql.param(order)}::text[], ${status}), 0)`;

const isRecent = ({ clock }: Services, { arrivalOn }: Payout): boolean =>
  clock.now().getTime() - Date.parse(arrivalOn) < longestTellingDays * 24 * 60 * 60_000;

async function mailFailed(tx: Transaction, { settings }: Services, payout: Payout): Promise<void> {
  await enqueueMail(tx, {
    template: "admin-payout-failed",
    to: settings.adminEmail,
    dedupeKey: `admin-payout-failed:${payout.id}`,
    props: {
      site: siteFacts(settings),
      amount: formatAnyAmount(payout),
      arrival: longDay(new Date(payout.arrivalOn), "UTC"),
      reason: payout.failure,
      payoutUrl: `${settings.siteUrl}/admin/payouts/${payout.id}`,
    },
  });
}
