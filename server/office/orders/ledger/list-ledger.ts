import type Stripe from "stripe";
import { formatAmount, formatAnyAmount } from "../../../core/money";
import type { Services } from "../../../core/services";
import { shownEmail } from "../../../core/email-address";
import { compareBooks, findOwed } from "../../../payments/ledger/compare-books";
import { isWithin, type LedgerEntry, type LedgerProblem } from "../../../payments/ledger/comparison";
import { ledgerPeriod, type LedgerPeriod } from "../../../payments/ledger/ledger-period";
import { type OwnOrder, readOwnBooks } from "../../../payments/ledger/read-own-books";
import {
  readIntents,
  readRefunds,
  readStripeBooks,
  type StripeBooks,
} from "../../../payments/ledger/read-stripe-books";
import { readForPage, type StripeFailure } from "../../../payments/stripe-failure";
import { sumIncome } from "../../../payments/counted-income";
import { sumOutside } from "../../../payments/outside-payments";
import { readWebhookHealth } from "../../../payments/webhook-tally";
import { dayOf } from "../../../core/dates";
import { readReading } from "../payouts/list-payouts";
import { feesInWords } from "../payouts/order-fees";
import { sumOwn } from "../payouts/payout-sums";
import type { OrderRef } from "../schemas";

const pageSize = 50;
/** Other products' entries are only a hint. */
const maxForeignLines = 20;

export type LedgerLine = {
  key: string;
  kind: LedgerEntry["kind"];
  date: string;
  amount: string;
  state: string;
  stripeId: string | null;
  paymentId: string | null;
  order: (OrderRef & { reference: string; name: string; email: string; item: string; status: string }) | null;
  problem: LedgerProblem | null;
  /** What is to be refunded of an order that has no place any more. */
  toRefund: string | null;
  note: string | null;
};

type LedgerQuery = {
  month?: string | undefined;
  page: number;
  timeZone?: string;
};

/** Compares a month at Stripe with our ledger, problems first. If Stripe can't be read, `stripeFailure` says why. */
export async function listLedger(services: Services, query: LedgerQuery) {
  const { clock, settings } = services;
  const now = clock.now();
  const { timeZone = settings.siteTimeZone } = query;
  const period = ledgerPeriod(query.month, now, timeZone);
  const { db } = services;
  const [{ entries: all, stripeFailure }, outside, webhooks, brought, reading, income] = await Promise.all([
    readEntries(services, period, now),
    sumOutside(db, period),
    readWebhookHealth(services, "stripe"),
    sumOwn(db, period),
    readReading(db, timeZone),
    sumIncome(db, period),
  ]);
  const books = await compareSold(services);
  const entries = all.filter(({ isForeign }) => !isForeign);
  const foreign = all.filter(({ isForeign }) => isForeign);
  const count = Math.max(1, Math.ceil(entries.length / pageSize));
  const number = Math.min(query.page, count);
  const from = (number - 1) * pageSize;
  const shown = entries.slice(from, from + pageSize);
  return {
    period: { month: period.month, label: period.label, earlier: period.earlier, later: period.later },
    counts: {
      unexplained: entries.filter(({ problem }) => problem && problem !== "refund_owed").length,
      toRefund: entries.filter(({ problem }) => problem === "refund_owed").length,
      payments: entries.filter(({ kind }) => kind === "payment").length,
      refunds: entries.filter(({ kind }) => kind === "refund").length,
      disputes: entries.filter(({ kind }) => kind === "dispute").length,
    },
    /** Of the month, as Insights count it; null for nothing. */
    income: income.map(formatAmount).join(" and ") || null,
    outside,
    brought: brought.map(({ currency, gross, fees, net }) =>
      feesInWords({ currency, grossMinor: gross, feeMinor: fees, netMinor: net }),
    ),
    reading,
    webhooks,
    books,
    foreign: {
      total: foreign.length,
      lines: foreign.slice(0, maxForeignLines).map((entry) => lineOf(entry, timeZone)),
    },
    stripeFailure,
    lines: shown.map((entry) => lineOf(entry, timeZone)),
    page: { number, count, from: from + 1, to: from + shown.length, total: entries.length },
  };
}

/** Compares the books of what was sold, of whatever month; without those of which nothing was sold yet. */
async function compareSold(services: Services) {
  const kept = Object.values(services.hooks.kinds).flatMap(({ book }) => book ?? []);
  const compared = await Promise.all(
    kept.map(async (book) => ({ name: book.name, ...(await book.compare(services)) })),
  );
  return compared.filter(({ count }) => count > 0);
}

export type Ledger = Awaited<ReturnType<typeof listLedger>>;

type Entries = { entries: LedgerEntry[]; stripeFailure: StripeFailure | null };

async function readEntries(services: Services, period: LedgerPeriod, now: Date): Promise<Entries> {
  const { stripe, log } = services;
  const read = await readForPage(async (signal) => {
    const books = await readStripeBooks(stripe.client, period, signal);
    const own = await readOwnBooks(services, period, books);
    await readAcrossMonthEdges(stripe.client, { own, stripe: books, period }, signal);
    return { own, stripe: books };
  });
  if ("found" in read)
    return { entries: sortEntries(compareBooks({ ...read.found, period, now })), stripeFailure: null };
  log.warn({ err: read.error }, "Stripe can't be read; showing the ledger without it");
  const own = await readOwnBooks(services, period, null);
  return { entries: sortEntries(compareBooks({ own, stripe: null, period, now })), stripeFailure: read.failure };
}

function sortEntries(entries: LedgerEntry[]): LedgerEntry[] {
  const rank = ({ problem }: LedgerEntry) => (problem ? 0 : 1);
  return entries.sort((a, b) => rank(a) - rank(b) || b.at.getTime() - a.at.getTime());
}

/** Entries at the month's edges may be in another month at Stripe, so they are read by id. */
async function readAcrossMonthEdges(
  client: Stripe,
  { own, stripe, period }: { own: OwnOrder[]; stripe: StripeBooks; period: LedgerPeriod },
  signal: AbortSignal,
): Promise<void> {
  const ours = own.flatMap(({ payments }) => payments).filter(({ provider }) => provider === "stripe");
  const intentIds = ours
    .filter(({ state, paidAt }) => state === "paid" && isWithin(paidAt, period))
    .flatMap(({ stripePaymentIntentId: id }) => (id && !stripe.intents.has(id) ? [id] : []));
  const refundIds = ours
    .flatMap(({ refunds }) => refunds)
    .filter(({ createdAt }) => isWithin(createdAt, period))
    .flatMap(({ stripeRefundId: id }) => (id && !stripe.refunds.has(id) ? [id] : []));
  for (const intent of await readIntents(client, intentIds, signal)) stripe.intents.set(intent.id, intent);
  for (const refund of await readRefunds(client, refundIds, signal)) stripe.refunds.set(refund.id, refund);
}

function lineOf(entry: LedgerEntry, zone: string): LedgerLine {
  const { kind, at, state, stripeId, paymentId, problem, order } = entry;
  return {
    key: [kind, stripeId ?? order?.id, paymentId, at.getTime()].join(":"),
    kind,
    date: dayOf(at, zone),
    amount: formatAnyAmount(entry),
    state,
    stripeId,
    paymentId,
    order: order && {
      kind: order.kind,
      id: order.id,
      reference: order.reference,
      name: order.customer.name,
      email: shownEmail(order.customer.email),
      item: order.item,
      status: order.status,
    },
    problem,
    toRefund: problem === "refund_owed" && order ? findOwed(order).map(formatAmount).join(" and ") : null,
    note: noteOn(entry),
  };
}

/** A refund prevents a dispute only if nothing was refunded before. */
function noteOn({ kind, order, paymentId, problem }: LedgerEntry): string | null {
  const payment = order?.payments.find(({ id }) => id === paymentId);
  if (kind !== "payment" || problem || !payment?.hasFraudWarning) return null;
  return payment.refunds.some(({ state }) => state !== "failed") || payment.disputes.length > 0
    ? null
    : "Fraud warning";
}
