import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { normalEmail, shownEmail } from "../../core/email-address";
import { formatAmount } from "../../core/money";
import { foundOf, fromNearerEnd, pageOf } from "../../core/pagination";
import { findMailProblems } from "../../platform/mail/mail-status";
import { describeTerms } from "../../platform/money/quote";
import { printCredits } from "../../platform/money/print-order";
import { wordsOf } from "../../catalogue/products/kinds";
import type { Order } from "../../payments/payable-order";
import { countOrders, findOrders } from "./find-orders";
import { moneyNotes, type OrderMoney, readMoney, shownStatus } from "../../payments/order-money";
import { readOrders } from "./read-orders";
import type { ListedOrder, OrderPage, OrderQuery } from "./schemas";

export async function listOrders(ctx: Context, { page: wanted, sort, ...filter }: OrderQuery): Promise<OrderPage> {
  const { db, visitor } = ctx;
  const selection = { filter, timeZone: visitor.timeZone };
  const isNarrowed = [filter.search, filter.status, filter.from, filter.until].some((value) => value !== "");
  const { sessions, recordings, owed } = await countOrders(db, selection, isNarrowed);
  const counts = { all: sessions + recordings, sessions, recordings, owed };
  const total = counts[filter.tab || "all"];
  const paged = pageOf(wanted, isNarrowed ? foundOf(total) : total);
  const direction = sort === "date" || sort === "customer" ? "asc" : "desc";
  const isByName = sort.endsWith("customer");
  const found = await fromNearerEnd(paged, direction, (window) => findOrders(db, selection, { ...window, isByName }));
  const [orders, money] = await Promise.all([readOrders(ctx, found), readMoney(db, found)]);
  const problems = await findMailProblems(
    db,
    orders.map(({ email }) => email),
  );
  const list = orders.map((order) => {
    const { notes, ...shown } = printOrder(ctx, order, money.get(order.id));
    return { ...shown, notes: problems.has(normalEmail(order.email)) ? [...notes, "An email did not arrive"] : notes };
  });
  return { orders: list, counts, isNarrowed, page: paged.page };
}

function printOrder({ hooks, visitor }: Context, order: Order, money: OrderMoney | undefined): ListedOrder {
  const { kind, id, customer, item, currency, code, terms, steps } = order;
  return {
    kind,
    id,
    customer,
    item,
    steps,
    status: shownStatus(order.status, money),
    type: wordsOf(order.product).type,
    synced: hooks.payables[kind].words.synced,
    email: shownEmail(order.email),
    date: dayOf(order.createdAt, visitor.timeZone),
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
  const { isEnded, isRefundWaived, isRemoved, importedFrom, quantity, status } = order;
  const standing = [
    ...(isRemoved ? ["Removed"] : isEnded ? ["Cancelled"] : []),
    ...(quantity > 1 ? [`${quantity} tickets`] : []),
    ...(order.credits ? [`${printCredits(order.credits)} of a pass`] : []),
    ...(importedFrom === null ? [] : [importNote(importedFrom)]),
  ];
  return [...standing, ...moneyNotes(money, { status, isRefundWaived })];
}

const importNote = (system: string): string =>
  system === "generic" ? "Imported" : `Imported from ${system.charAt(0).toUpperCase()}${system.slice(1)}`;
