import { and, desc, eq, gte, lt } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { payoutReading, payouts } from "@db/schema";
import type { Context } from "../../../core/context";
import { dayOf, timeIn } from "../../../core/dates";
import { formatAnyAmount } from "../../../core/money";
import { ledgerPeriod, type LedgerPeriod } from "../../../payments/ledger/ledger-period";
import type { Payout } from "../../../payments/payouts/store-payouts";
import { type StripeFailure, stripeFailures } from "../../../payments/stripe-failure";
import { addSums, type Kind, noSums, type Sums, sumPayouts, sumWaiting } from "./payout-sums";

export type ListedPayout = {
  id: string;
  arrives: string;
  status: string;
  amount: string;
  failure: string | null;
  /** Null if what it holds is not known. */
  holds: { payments: number; fees: string } | null;
};

/** Amounts that are zero are null, except for what arrived. */
export type PayoutSum = { currency: string; payouts: number; lines: SumLine[]; arrived: string };
type SumLine = { kind: SumKind; amount: string };
type SumKind = Kind | "fees" | "unlisted";

/** Lists the payouts that arrive in a month of the bank's calendar; the present month has those on their way, too. */
export async function listPayouts(ctx: Context, { month }: { month?: string | undefined }) {
  const { db, clock, visitor } = ctx;
  const period = ledgerPeriod(month, clock.now(), visitor.timeZone);
  const [found, waiting, reading] = await Promise.all([
    payoutsOf(db, period),
    sumWaiting(db),
    readReading(db, visitor.timeZone),
  ]);
  const sums = await sumPayouts(
    db,
    found.flatMap(({ id, readAt }) => (readAt ? [id] : [])),
  );
  return {
    period: { month: period.month, label: period.label, earlier: period.earlier, later: period.later },
    reading,
    waiting: waiting.map(({ currency, net }) => formatAnyAmount({ amountMinor: net, currency })),
    sums: sumByCurrency(found, sums),
    payouts: found.map((payout) => printPayout(payout, sums.get(payout.id))),
  };
}

const payoutsOf = (db: Queryable, { month, later }: LedgerPeriod): Promise<Payout[]> =>
  db
    .select()
    .from(payouts)
    .where(and(gte(payouts.arrivalOn, `${month}-01`), later ? lt(payouts.arrivalOn, `${later}-01`) : undefined))
    .orderBy(desc(payouts.arrivalOn), desc(payouts.createdAt), desc(payouts.id));

export const arrivalOf = ({ arrivalOn }: Pick<Payout, "arrivalOn">): string => dayOf(new Date(arrivalOn), "UTC");

const printPayout = (payout: Payout, sums: Sums | undefined): ListedPayout => {
  const { id, status, failure, currency } = payout;
  return {
    id,
    status,
    failure,
    arrives: arrivalOf(payout),
    amount: formatAnyAmount(payout),
    holds: sums ? { payments: sums.payments, fees: formatAnyAmount({ amountMinor: sums.fees, currency }) } : null,
  };
};

/** Adds up what has arrived; amounts of different currencies are never added. */
function sumByCurrency(found: Payout[], sums: Map<string, Sums>): PayoutSum[] {
  const arrived = found.filter(({ status }) => status === "paid");
  const currencies = [...new Set(arrived.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const all = arrived.filter((payout) => payout.currency === currency);
    const holds = noSums();
    for (const { id } of all) addSums(holds, sums.get(id) ?? noSums());
    const amountMinor = all.reduce((sum, payout) => sum + payout.amountMinor, 0);
    return {
      currency,
      payouts: all.length,
      lines: linesOf(holds, currency, amountMinor),
      arrived: formatAnyAmount({ amountMinor, currency }),
    };
  });
}

const shownKinds: Kind[] = ["payment", "refund", "dispute", "returned", "other"];

/** Returns the parts of an amount, which add up to it: what Stripe does not list is a part of its own. */
export function linesOf(sums: Sums, currency: string, amountMinor: number): SumLine[] {
  const parts: [SumKind, number][] = [
    ...shownKinds.map((kind): [SumKind, number] => [kind, sums.gross[kind]]),
    ["fees", -sums.fees],
    ["unlisted", amountMinor - sums.net],
  ];
  return parts
    .filter(([, minor]) => minor !== 0)
    .map(([kind, minor]) => ({ kind, amount: formatAnyAmount({ amountMinor: minor, currency }) }));
}

export type PayoutReading = { readAt: string | null; failure: StripeFailure | null };

/** Returns when fees, payouts and all that the balance holds were last read from Stripe, and why they could not be since. */
export async function readReading(db: Queryable, timeZone: string): Promise<PayoutReading> {
  const [row] = await db.select().from(payoutReading).where(eq(payoutReading.isOnly, true));
  const failure = stripeFailures.find((known) => known === row?.failure) ?? null;
  return { readAt: row?.readAt ? timeIn(row.readAt, timeZone) : null, failure };
}
