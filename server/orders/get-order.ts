import { DomainError } from "../core/errors";
import { findMailProblems } from "../mail/mail-status";
import { type Cause, leftOf, listPaid, type PaidPayment } from "../payments/paid-payments";
import { listPendingByHand } from "../payments/outside-payments";
import { formatAmount } from "../core/money";
import { decimals } from "../money/convert-price";
import type { Context } from "../core/context";
import { referenceOf } from "../mail/mail-facts";
import { normalEmail, shownEmail } from "../core/email-address";
import { dayOf } from "../core/dates";
import { notesOn } from "./list-orders";
import { readMoney, readOrders } from "./read-orders";
import type { OrderRef, OrderStatus, Step } from "./schemas";

/** An order as its own pages show it, with what can be done. */
export type OrderDetails = OrderRef & {
  /** "39E84DE2" */
  reference: string;
  date: string;
  customer: string;
  email: string;
  item: string;
  price: string;
  status: OrderStatus;
  notes: string[];
  /** What is wrong with a mail to the customer. */
  mailProblem: { mailId: string; text: string } | null;
  /** How it stands now, for a form to say what was decided on. */
  state: string;
  steps: Step[];
  /** It has a place, or access, that goes when it is cancelled. */
  isLive: boolean;
  payments: RefundablePayment[];
  /** Refunds of what was paid outside Stripe that she has still to give back. */
  owedByHand: { refundId: string; amount: string }[];
};

export type RefundablePayment = {
  paymentId: string;
  provider: "stripe" | "outside";
  /** "£18.00" */
  paid: string;
  left: string;
  /** As it is typed: "18.00". */
  leftTyped: string;
  currency: string;
};

/** One order with its payments that something is left of. Throws not_found. */
export async function getOrder({ db, visitor }: Context, ref: OrderRef): Promise<OrderDetails> {
  const [order] = await readOrders(db, [ref]);
  if (!order) throw new DomainError("not_found", "Order not found");
  const cause = causeOf(ref);
  const address = normalEmail(order.email);
  const [money, paid, owedByHand, problems] = await Promise.all([
    readMoney(db, [ref]),
    listPaid(db, cause),
    listPendingByHand(db, cause),
    findMailProblems(db, [address]),
  ]);
  const { customer, item, status, state, steps, totalMinor, currency } = order;
  return {
    ...ref,
    reference: referenceOf(order),
    ...{ customer, item, status, state, steps },
    email: shownEmail(order.email),
    date: dayOf(order.createdAt, visitor.timeZone),
    price: formatAmount({ amountMinor: totalMinor, currency }),
    notes: notesOn(order, money.get(ref.id)),
    mailProblem: problems.get(address) ?? null,
    isLive: state.startsWith("completed") || state.startsWith("confirmed") || state === "paid" || state === "free",
    payments: paid.filter((part) => leftOf(part) > 0).map(refundable),
    owedByHand: owedByHand.map(({ id, ...amount }) => ({ refundId: id, amount: formatAmount(amount) })),
  };
}

/** What an order is to the payments for it. */
const causeOf = ({ kind, id }: OrderRef): Cause => (kind === "booking" ? { bookingId: id } : { purchaseId: id });

function refundable(part: PaidPayment): RefundablePayment {
  const { id, provider, amountMinor, currency } = part.payment;
  const left = leftOf(part);
  return {
    paymentId: id,
    provider,
    paid: formatAmount({ amountMinor, currency }),
    left: formatAmount({ amountMinor: left, currency }),
    leftTyped: decimals(left),
    currency,
  };
}
