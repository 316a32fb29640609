import { findMailProblems } from "../mail/mail-status";
import { describeTerms } from "../money/discount";
import { formatAmount } from "../core/money";
import { pageLength, pageOf } from "../core/pagination";
import type { Context } from "../core/context";
import { normalEmail, shownEmail } from "../core/email-address";
import { dayOf } from "../core/dates";
import { countOrders, findOrders } from "./find-orders";
import { type Order, type OrderMoney, readMoney, readOrders } from "./read-orders";
import type { ListedOrder, OrderPage, OrderQuery } from "./schemas";

export async function listOrders(
  { db, visitor }: Context,
  { page: wanted, sort, ...filter }: OrderQuery,
): Promise<OrderPage> {
  const meant = { filter, timeZone: visitor.timeZone };
  const { sessions, recordings, owed } = await countOrders(db, meant);
  const counts = { all: sessions + recordings, sessions, recordings, owed };
  const { page, offset } = pageOf(wanted, counts[filter.tab || "all"]);
  const found = await findOrders(db, meant, { limit: pageLength, offset, sort, total: page.total });
  const [orders, money] = await Promise.all([readOrders(db, found), readMoney(db, found)]);
  const problems = await findMailProblems(
    db,
    orders.map(({ email }) => email),
  );
  const list = orders.map((order) => {
    const { notes, ...shown } = listed(order, money.get(order.id), visitor.timeZone);
    return { ...shown, notes: problems.has(normalEmail(order.email)) ? [...notes, "A mail did not arrive"] : notes };
  });
  return { orders: list, counts, page };
}

function listed(order: Order, money: OrderMoney | undefined, zone: string): ListedOrder {
  const { kind, id, customer, item, currency, code, terms, status, steps } = order;
  return {
    ...{ kind, id, customer, item, status, steps },
    email: shownEmail(order.email),
    date: dayOf(order.createdAt, zone),
    price: formatAmount({ amountMinor: order.totalMinor, currency }),
    discount: code && terms ? { code, terms: `(${describeTerms(terms)})` } : null,
    notes: notesOn(order, money),
    ...standingOf(money),
  };
}

export const standingOf = (money: OrderMoney | undefined) => ({
  isRefundable: money !== undefined && money.leftMinor > 0,
  isOwedByHand: money !== undefined && money.byHandMinor > 0,
});

export function notesOn(order: Order, money: OrderMoney | undefined): string[] {
  const { isEnded, isRefundWaived, isRemoved, status } = order;
  const standing = isRemoved ? ["Removed"] : isEnded ? ["Cancelled"] : [];
  if (!money) return standing;
  const { hasFraudWarning, currency, returnedMinor, returningMinor, byHandMinor, leftMinor } = money;
  const amount = (amountMinor: number) => formatAmount({ amountMinor, currency });
  return [
    ...standing,
    returnedMinor > 0 && status !== "refunded" && `${amount(returnedMinor)} refunded`,
    returningMinor > 0 && `${amount(returningMinor)} on its way back`,
    byHandMinor > 0 && `${amount(byHandMinor)} to be given back by you`,
    hasFraudWarning && leftMinor > 0 && returnedMinor === 0 && "Fraud warning: a refund may avoid a dispute",
    isRefundWaived && leftMinor > 0 && `${amount(leftMinor)} kept`,
  ].filter((note) => note !== false);
}
