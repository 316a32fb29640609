import type Stripe from "stripe";
import { type Currency, type Money, sumMinor } from "../../core/money";
import type { Services } from "../../core/services";
import { takenByBank } from "../paid-payments";
import { intentOf, isForeign, isOwnIntent, paymentIdOf } from "../stripe";
import { compareRefunds } from "./compare-refunds";
import {
  type Comparison,
  findPayment,
  dateOf,
  isWithin,
  type LedgerEntry,
  type LedgerProblem,
  listOwnDisputes,
  listOwnPages,
  paymentsIn,
} from "./comparison";
import { type OwnOrder, type OwnPayment, readOwnBooks } from "./read-own-books";

/** Compares our ledger with Stripe's in both directions; differences become entries with a problem. */
export function compareBooks(books: Comparison): LedgerEntry[] {
  return [
    ...comparePayments(books),
    ...compareRefunds(books),
    ...compareDisputes(books),
    ...compareOpenPages(books),
    ...paidWithoutPayment(books),
  ];
}

type OwnProblems = {
  /** The number of Stripe payments that contradict our own records. */
  unexplained: number;
  /** Paid orders without a place, of which something is still to refund. */
  toRefund: (Money & { order: OwnOrder })[];
};

/** Compares our own records with each other, without asking Stripe. The ledger page finds more. */
export async function findOwnProblems(services: Pick<Services, "db" | "hooks">, now: Date): Promise<OwnProblems> {
  const period = { from: now, until: now };
  const own = await readOwnBooks(services, period, null);
  const found = compareBooks({ period, now, stripe: null, own }).filter(({ problem }) => problem !== null);
  const toRefund = own.flatMap((order) => findOwed(order).map((owed) => ({ ...owed, order })));
  return { unexplained: found.filter(({ problem }) => problem !== "refund_owed").length, toRefund };
}

/** Returns what is left of the payments of an order that has no place any more, without what the instructor keeps. */
export function findOwed({ isLive, isWaived, keptMinor, currency, payments }: OwnOrder): Money[] {
  if (isLive || isWaived) return [];
  const sums = new Map<Currency, number>([[currency, -keptMinor]]);
  for (const payment of paidWithout(payments)) {
    const leftMinor = payment.amountMinor - goingBack(payment);
    if (leftMinor > 0) sums.set(payment.currency, (sums.get(payment.currency) ?? 0) + leftMinor);
  }
  return [...sums].map(([paidIn, amountMinor]) => ({ currency: paidIn, amountMinor })).filter(isOwing);
}

const isOwing = ({ amountMinor }: Money): boolean => amountMinor > 0;

/** Returns the paid payments but those with gift cards, which pay beside the others: their part is no second payment. */
const paidWithout = (payments: OwnPayment[]): OwnPayment[] =>
  payments.filter(({ state, provider }) => state === "paid" && provider !== "gift_card");

function comparePayments({ own, stripe, period }: Comparison): LedgerEntry[] {
  const taken = [...(stripe?.intents.values() ?? [])].filter(({ amount_received }) => amount_received > 0);
  const placeProblems = new Map(own.flatMap((order) => [...findPlaceProblems(order)]));
  const matched = new Set<string>();
  const entries = paymentsIn(own).flatMap(({ order, payment }): LedgerEntry[] => {
    if (payment.provider !== "stripe") return [];
    const intent = taken.find((candidate) => isOf(candidate, payment));
    if (intent) matched.add(intent.id);
    const isExpected = stripe !== null && isWithin(payment.paidAt, period);
    const problem = bookProblem(payment, intent, isExpected) ?? placeProblems.get(payment.id);
    if (!intent && !problem && !isWithin(payment.paidAt, period)) return [];
    return [ownEntry(order, payment, intent, problem ?? null)];
  });
  return [...entries, ...taken.filter(({ id }) => !matched.has(id)).map(unknownPayment)];
}

const isOf = (intent: Stripe.PaymentIntent, payment: OwnPayment) =>
  intent.id === payment.stripePaymentIntentId || paymentIdOf(intent).includes(payment.id);

function bookProblem(
  payment: OwnPayment,
  intent: Stripe.PaymentIntent | undefined,
  isExpected: boolean,
): LedgerProblem | undefined {
  if (!intent) return payment.state === "paid" && isExpected ? "unknown_at_stripe" : undefined;
  if (payment.state !== "paid") return "not_recorded";
  const isSame = intent.amount_received === payment.amountMinor && intent.currency.toUpperCase() === payment.currency;
  return isSame ? undefined : "amounts_differ";
}

function ownEntry(
  order: OwnOrder,
  payment: OwnPayment,
  intent: Stripe.PaymentIntent | undefined,
  problem: LedgerProblem | null,
): LedgerEntry {
  return {
    kind: "payment",
    at: payment.paidAt ?? (intent ? dateOf(intent.created) : payment.createdAt),
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    state: payment.state,
    stripeId: payment.stripePaymentIntentId ?? intent?.id ?? null,
    paymentId: payment.id,
    order,
    problem,
  };
}

const unknownPayment = (intent: Stripe.PaymentIntent): LedgerEntry => ({
  kind: "payment",
  at: dateOf(intent.created),
  amountMinor: intent.amount_received,
  currency: intent.currency.toUpperCase(),
  state: "paid",
  stripeId: intent.id,
  paymentId: null,
  order: null,
  ...(isOwnIntent(intent) ? { problem: "unknown_here" } : { problem: null, isForeign: true }),
});

function compareDisputes({ own, stripe, period }: Comparison): LedgerEntry[] {
  if (!stripe) return listOwnDisputes(own, period);
  return [...stripe.disputes.values()].map((dispute) => {
    const found = findPayment(own, intentOf(dispute));
    const known = found?.payment.disputes.find(({ stripeDisputeId }) => stripeDisputeId === dispute.id);
    return {
      kind: "dispute",
      at: dateOf(dispute.created),
      amountMinor: dispute.amount,
      currency: dispute.currency.toUpperCase(),
      state: dispute.status.replaceAll("_", " "),
      stripeId: dispute.id,
      paymentId: found?.payment.id ?? null,
      order: found?.order ?? null,
      ...(found || !isForeign(dispute)
        ? { problem: disputeProblem(dispute, known) }
        : { problem: null, isForeign: true }),
    };
  });
}

function disputeProblem(dispute: Stripe.Dispute, known: OwnPayment["disputes"][number] | undefined) {
  if (!known) return "unknown_here";
  return known.status === dispute.status ? null : "states_differ";
}

/** An open checkout can be paid, which is right only while a hold exists. */
function compareOpenPages({ own, stripe }: Comparison): LedgerEntry[] {
  if (!stripe) return listOwnPages(own);
  return stripe.openPages.flatMap((page): LedgerEntry[] => {
    const [paymentId] = paymentIdOf(page);
    if (!paymentId) return []; // another product of the same account
    const found = paymentsIn(own).find(({ payment }) => payment.id === paymentId);
    const isHeld = found?.payment.state === "open" && found.order.isHeld;
    return [
      {
        kind: "page",
        at: dateOf(page.created),
        amountMinor: page.amount_total ?? 0,
        currency: page.currency?.toUpperCase() ?? "",
        state: "open",
        stripeId: page.id,
        paymentId: found?.payment.id ?? null,
        order: found?.order ?? null,
        problem: isHeld ? null : "page_open",
      },
    ];
  });
}

function paidWithoutPayment({ own }: Comparison): LedgerEntry[] {
  const isUnpaid = ({ countsAsPaid, payments }: OwnOrder) =>
    countsAsPaid && !payments.some(({ state }) => state === "paid");
  return own.filter(isUnpaid).map((order) => ({
    kind: "order",
    at: order.createdAt,
    amountMinor: order.totalMinor,
    currency: order.currency,
    state: order.status,
    stripeId: null,
    paymentId: order.payments.at(-1)?.id ?? null,
    order,
    problem: "place_unpaid",
  }));
}

function findPlaceProblems(order: OwnOrder): Map<string, LedgerProblem> {
  const { isLive, isWaived, payments } = order;
  const paid = paidWithout(payments);
  const kept = paid.filter((payment) => goingBack(payment) < payment.amountMinor);
  if (!isLive && findOwed(order).length === 0) return new Map();
  if (!isLive) return new Map(kept.map(({ id }) => [id, "refund_owed"]));
  const tooMuch = kept.slice(1);
  const problems = new Map<string, LedgerProblem>(tooMuch.map(({ id }) => [id, "paid_twice"]));
  const last = paid.at(-1);
  const isAllBack = !isWaived && paid.every((payment) => returnedMinor(payment) >= payment.amountMinor);
  if (last && isAllBack) problems.set(last.id, "place_unpaid");
  return problems;
}

const returnedMinor = ({ refunds }: OwnPayment) => sumMinor(refunds.filter(({ state }) => state === "succeeded"));

const goingBack = ({ refunds, disputes }: OwnPayment) =>
  sumMinor(refunds.filter(({ state }) => state !== "failed")) + takenByBank(disputes);
