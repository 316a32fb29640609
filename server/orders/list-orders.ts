import { DateTime } from "luxon";
import { describeTerms } from "../pricing/discount";
import { formatAmount } from "../pricing/money";
import { pageLength, pageOf } from "../schedule/page-of";
import type { Context } from "../trpc/context";
import { countOrders, findOrders } from "./find-orders";
import { readMoney, readOrders, type Order, type OrderMoney } from "./read-orders";
import type { ListedOrder, OrderPage, OrderQuery } from "./schemas";

/**
 * Bookings and purchases together, the newest first; the counts are those of the tabs under the same search. Six
 * queries, however many there are.
 */
export async function listOrders(
  { db, visitor }: Context,
  { page: wanted, ...filter }: OrderQuery,
): Promise<OrderPage> {
  const meant = { filter, timeZone: visitor.timeZone };
  const { sessions, recordings } = await countOrders(db, meant);
  const counts = { all: sessions + recordings, sessions, recordings };
  const { page, offset } = pageOf(wanted, counts[filter.tab || "all"]);
  const found = await findOrders(db, meant, { limit: pageLength, offset });
  const [orders, money] = await Promise.all([readOrders(db, found), readMoney(db, found)]);
  return { orders: orders.map((order) => listed(order, money.get(order.id), visitor.timeZone)), counts, page };
}

function listed(order: Order, money: OrderMoney | undefined, zone: string): ListedOrder {
  const { kind, id, customer, email, item, currency, code, terms, status, steps } = order;
  return {
    ...{ kind, id, customer, email, item, status, steps },
    date: dayOf(order.createdAt, zone),
    price: formatAmount({ amountMinor: order.totalMinor, currency }),
    discount: code && terms ? { code, terms: `(${describeTerms(terms)})` } : null,
    notes: notesOn(order, money),
    isRefundable: money !== undefined && (money.leftMinor > 0 || money.isByHand),
  };
}

/** "Nov 21, 2026" */
export const dayOf = (instant: Date, zone: string): string =>
  DateTime.fromJSDate(instant, { zone }).setLocale("en-US").toFormat("LLL d, yyyy");

/** What an order's badge does not say of its place and its money. */
export function notesOn({ isEnded, isRefundWaived, status }: Order, money: OrderMoney | undefined): string[] {
  if (!money) return isEnded ? ["Cancelled"] : [];
  const { currency, returnedMinor, returningMinor, leftMinor, isByHand } = money;
  const amount = (amountMinor: number) => formatAmount({ amountMinor, currency });
  return [
    isEnded && "Cancelled",
    returnedMinor > 0 && status !== "refunded" && `${amount(returnedMinor)} refunded`,
    returningMinor > 0 &&
      (isByHand ? `${amount(returningMinor)} to be given back by you` : `${amount(returningMinor)} on its way back`),
    isRefundWaived && leftMinor > 0 && `${amount(leftMinor)} kept`,
  ].filter((note) => note !== false);
}
