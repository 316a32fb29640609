import { randomUUID } from "node:crypto";
import { payments } from "@db/schema";
import { and, asc, eq } from "drizzle-orm";
import { describeMoves } from "../../selling/bookings/move/moves";
import type { Context, MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { normalEmail, shownEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { formatAmount } from "../../core/money";
import { referenceOf } from "../../core/reference";
import type { Services } from "../../core/services";
import { findMailProblems } from "../../platform/mail/mail-status";
import { decimals } from "../../platform/money/convert-price";
import { type InvoiceLink, listInvoiceLinks } from "../../payments/invoices/read-invoice";
import { listPendingByHand } from "../../payments/outside-payments";
import { leftOf, listPaid, type PaidPayment } from "../../payments/paid-payments";
import { reconcileAll, type Reconciliation, reconcilePayment } from "../../payments/reconcile-payment";
import { payableOf } from "../../payments/payable";
import type { PayableWords } from "../../payments/payable-order";
import type { OrderStatus, StatusOutcome, StepByHand } from "../../payments/schemas";
import { isUnavailable, syncForPage } from "../../payments/stripe-failure";
import { wordsOf } from "../../catalogue/products/kinds";
import type { ProductWords } from "../../catalogue/products/kinds/kind";
import { notesOn } from "./list-orders";
import { disputeFees, feesInWords, type OrderFees, readFees } from "./payouts/order-fees";
import { readMoney, shownStatus } from "../../payments/order-money";
import { readOrders } from "./read-orders";
import type { OrderRef, StatusChange } from "./schemas";

export type OrderDetails = OrderRef & {
  reference: string;
  date: string;
  customer: string;
  email: string;
  item: string;
  product: ProductWords;
  words: PayableWords;
  /** The session of a booking. */
  sessionId: string | null;
  quantity: number;
  price: string;
  /** As `shownStatus` returns it. */
  shown: string;
  status: OrderStatus;
  /** The sessions that a booking has left. */
  moves: string[];
  notes: string[];
  mailProblem: { mailId: string; text: string } | null;
  state: string;
  steps: StepByHand[];
  isLive: boolean;
  canResend: boolean;
  formKey: string;
  payments: RefundablePayment[];
  /** What is not used of what is used up bit by bit. */
  unused: { text: string; amount: string } | null;
  owedByHand: { refundId: string; amount: string }[];
  /** What Stripe took and paid out, once known. */
  fees: string[];
  /** What of it was charged for a dispute. */
  disputeFees: string[];
  payouts: OrderFees["payouts"];
  invoices: InvoiceLink[];
};

export type RefundablePayment = {
  paymentId: string;
  provider: "stripe" | "outside" | "gift_card";
  paid: string;
  left: string;
  leftTyped: string;
  currency: string;
};

export async function getOrder(ctx: Context, ref: OrderRef): Promise<OrderDetails> {
  const { db, visitor } = ctx;
  const [order] = await readOrders(ctx, [ref]);
  if (!order) throw new DomainError("not_found", "Order not found");
  const address = normalEmail(order.email);
  const unused = (await payableOf(ctx, ref).readUnused?.(db, ctx, ref.id)) ?? null;
  const [money, fees, paid, owedByHand, problems, moves, invoices] = await Promise.all([
    readMoney(db, [ref]),
    readFees(db, [ref]),
    listPaid(db, ref),
    listPendingByHand(db, ref),
    findMailProblems(db, [address]),
    describeMoves(ctx, [ref]),
    listInvoiceLinks(db, ref),
  ]);
  const { customer, item, sessionId, quantity, status, state, steps, totalMinor, currency, rates } = order;
  return {
    ...ref,
    reference: referenceOf(order),
    customer,
    item,
    sessionId,
    quantity,
    status,
    state,
    steps,
    invoices,
    shown: shownStatus(status, money.get(ref.id)),
    product: wordsOf(order.product),
    words: payableOf(ctx, ref).words,
    email: shownEmail(order.email),
    date: dayOf(order.createdAt, visitor.timeZone),
    price: formatAmount({ amountMinor: totalMinor, currency }),
    moves: moves.get(ref.id) ?? [],
    notes: [...notesOn(order, money.get(ref.id)), ...(rates === null ? [] : [rates])],
    mailProblem: problems.get(address) ?? null,
    isLive: state.startsWith("completed") || state.startsWith("confirmed") || state === "paid" || state === "free",
    canResend: order.confirmedUntil !== null && order.confirmedUntil > ctx.clock.now(),
    formKey: randomUUID(),
    payments: paid.filter((part) => leftOf(part) > 0).map((part) => refundable(part, unused?.amountMinor)),
    unused: unused && { text: unused.text, amount: formatAmount({ amountMinor: unused.amountMinor, currency }) },
    owedByHand: owedByHand.map(({ id, ...amount }) => ({ refundId: id, amount: formatAmount(amount) })),
    fees: fees.get(ref.id)?.sums.map(feesInWords) ?? [],
    disputeFees: disputeFees(fees.get(ref.id)?.sums ?? []),
    payouts: fees.get(ref.id)?.payouts ?? [],
  };
}

/** `mostMinor`: the part that is not used, which the form suggests. */
function refundable(part: PaidPayment, mostMinor = Infinity): RefundablePayment {
  const { id, provider, amountMinor, currency } = part.payment;
  const left = leftOf(part);
  return {
    paymentId: id,
    provider,
    paid: formatAmount({ amountMinor, currency }),
    left: formatAmount({ amountMinor: left, currency }),
    leftTyped: decimals(Math.min(left, mostMinor)),
    currency,
  };
}

export const setStatus = (ctx: MemberContext, { kind, id, ...change }: StatusChange): Promise<StatusOutcome> =>
  payableOf(ctx, { kind }).setStatus(ctx, id, change);

export const syncOrder = (services: Services, order: OrderRef): Promise<Reconciliation> =>
  reconcileAll(services, order);

/** The number of payments per press of the button; a scheduled job does the rest. */
const batchSize = 200;
const concurrency = 4;

type SyncCounts = { looked: number; updated: number; failed: number };

/** Stops when Stripe is unreachable. Throws payment_provider_failed if nothing could be reconciled. */
export async function syncPending(services: Services): Promise<SyncCounts> {
  const open = await services.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, "open"), eq(payments.provider, "stripe")))
    .orderBy(asc(payments.createdAt))
    .limit(batchSize);
  const done = { looked: open.length, updated: 0, failed: 0 };
  for (let from = 0; from < open.length; from += concurrency) {
    const round = open.slice(from, from + concurrency);
    const outcomes = await Promise.all(round.map(({ id }) => syncOne(services, id, done)));
    if (outcomes.some((outcome) => outcome !== "unavailable")) continue;
    done.failed = done.looked - (from + round.length) + done.failed;
    break;
  }
  if (done.looked > 0 && done.failed === done.looked) {
    throw new DomainError("payment_provider_failed", "Failed to sync with Stripe. Please try again.");
  }
  return done;
}

type Outcome = "asked" | "failed" | "unavailable";

async function syncOne(services: Services, paymentId: string, done: SyncCounts): Promise<Outcome> {
  try {
    if ((await syncForPage(() => reconcilePayment(services, paymentId))).updated) done.updated += 1;
    return "asked";
  } catch (error) {
    done.failed += 1;
    services.log.warn({ err: error, paymentId }, "payment not reconciled with Stripe");
    return isUnavailable(error) ? "unavailable" : "failed";
  }
}
