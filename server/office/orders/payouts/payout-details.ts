import { asc, eq, inArray } from "drizzle-orm";
import { balanceTransactions, payments, payouts } from "@db/schema";
import type { Context } from "../../../core/context";
import { dayOf } from "../../../core/dates";
import { DomainError } from "../../../core/errors";
import { formatAnyAmount } from "../../../core/money";
import { pageOf } from "../../../core/pagination";
import { referenceOf } from "../../../core/reference";
import type { Services } from "../../../core/services";
import { payableRefOf } from "../../../payments/payable-ref";
import { readOrders } from "../read-orders";
import type { OrderRef } from "../schemas";
import { arrivalOf, linesOf } from "./list-payouts";
import { type Kind, kindOf, noSums, sumPayouts } from "./payout-sums";

const pageSize = 50;

type BalanceTransaction = typeof balanceTransactions.$inferSelect;

export type PayoutLine = {
  id: string;
  kind: Kind;
  date: string;
  order: (OrderRef & { reference: string; name: string; item: string }) | null;
  /** Whether it is of this site, although it is not in its books. */
  isOwn: boolean;
  gross: string;
  fee: string;
  net: string;
  /** What the customer paid or got back, and the rate, if that was in another currency. */
  original: string | null;
  stripeId: string | null;
  description: string | null;
};

/** Returns a payout with what it holds, page by page. The lines of its sum add up to its amount. Throws not_found. */
export async function getPayout(ctx: Context, { id, page: wanted }: { id: string; page: number }) {
  const { db, visitor } = ctx;
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, id));
  if (!payout) throw new DomainError("not_found", "Payout not found");
  const [held, total] = await Promise.all([
    sumPayouts(db, [id]),
    db.$count(balanceTransactions, eq(balanceTransactions.payoutId, id)),
  ]);
  const sums = held.get(id) ?? noSums();
  const { page, offset } = pageOf(wanted, total, pageSize);
  const rows = await db
    .select()
    .from(balanceTransactions)
    .where(eq(balanceTransactions.payoutId, id))
    .orderBy(asc(balanceTransactions.createdAt), asc(balanceTransactions.id))
    .limit(pageSize)
    .offset(offset);
  const orders = await ordersOf(ctx, rows);
  const { status, failure, stripePayoutId, currency, amountMinor, reconciliation } = payout;
  return {
    id,
    status,
    failure,
    stripePayoutId,
    arrives: arrivalOf(payout),
    amount: formatAnyAmount(payout),
    isRead: payout.readAt !== null,
    /** Stripe lists what a payout holds only if its schedule made it. */
    isByHand: reconciliation === "not_applicable",
    sum: linesOf(sums, currency, amountMinor),
    payments: sums.payments,
    lines: rows.map((row) => lineOf(row, orders.get(row.stripePaymentIntentId ?? ""), visitor.timeZone)),
    page,
  };
}

async function ordersOf(
  services: Pick<Services, "db" | "hooks">,
  rows: BalanceTransaction[],
): Promise<Map<string, PayoutLine["order"]>> {
  const intents = rows.flatMap(({ stripePaymentIntentId: intent }) => intent ?? []);
  const paid = await services.db.select().from(payments).where(inArray(payments.stripePaymentIntentId, intents));
  const refs = paid.map((payment) => ({ ...payableRefOf(payment), intent: payment.stripePaymentIntentId }));
  const orders = new Map((await readOrders(services, refs)).map((order) => [order.id, order]));
  return new Map(
    refs.flatMap(({ kind, id, intent }) => {
      const order = orders.get(id);
      if (!order || !intent) return [];
      return [[intent, { kind, id, reference: referenceOf(order), name: order.customer, item: order.item }] as const];
    }),
  );
}

function lineOf(row: BalanceTransaction, order: PayoutLine["order"] = null, zone: string): PayoutLine {
  const { id, category, currency, isOwn, stripeSourceId, description } = row;
  const amount = (amountMinor: number) => formatAnyAmount({ amountMinor, currency });
  return {
    id,
    order,
    description,
    kind: kindOf(category),
    date: dayOf(row.createdAt, zone),
    isOwn: isOwn || order !== null,
    gross: amount(row.grossMinor),
    fee: amount(row.feeMinor),
    net: amount(row.netMinor),
    original: originalOf(row),
    stripeId: stripeSourceId,
  };
}

function originalOf({ sourceMinor, sourceCurrency, exchangeRate, currency }: BalanceTransaction): string | null {
  if (sourceMinor === null || sourceCurrency === null || sourceCurrency === currency) return null;
  const paid = formatAnyAmount({ amountMinor: sourceMinor, currency: sourceCurrency });
  return exchangeRate === null ? paid : `${paid} at ${exchangeRate}`;
}
