import { DomainError } from "../core/errors";
import { findMailProblems } from "../mail/mail-status";
import { type PayableRef, leftOf, listPaid, type PaidPayment } from "../payments/paid-payments";
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

export type OrderDetails = OrderRef & {
  reference: string;
  date: string;
  customer: string;
  email: string;
  item: string;
  quantity: number;
  price: string;
  status: OrderStatus;
  notes: string[];
  mailProblem: { mailId: string; text: string } | null;
  state: string;
  steps: Step[];
  isLive: boolean;
  payments: RefundablePayment[];
  owedByHand: { refundId: string; amount: string }[];
};

export type RefundablePayment = {
  paymentId: string;
  provider: "stripe" | "outside";
  paid: string;
  left: string;
  leftTyped: string;
  currency: string;
};

export async function getOrder({ db, visitor }: Context, ref: OrderRef): Promise<OrderDetails> {
  const [order] = await readOrders(db, [ref]);
  if (!order) throw new DomainError("not_found", "Order not found");
  const cause = payableRefOf(ref);
  const address = normalEmail(order.email);
  const [money, paid, owedByHand, problems] = await Promise.all([
    readMoney(db, [ref]),
    listPaid(db, cause),
    listPendingByHand(db, cause),
    findMailProblems(db, [address]),
  ]);
  const { customer, item, quantity, status, state, steps, totalMinor, currency } = order;
  return {
    ...ref,
    reference: referenceOf(order),
    ...{ customer, item, quantity, status, state, steps },
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

const payableRefOf = ({ kind, id }: OrderRef): PayableRef =>
  kind === "booking" ? { bookingId: id } : { purchaseId: id };

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
