import { one } from "@db/one";
import { collectionPurchases, liveSessions, sessionBookings } from "@db/schema";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { dayOf, displayStart, timeIn } from "../../core/dates";
import { normalEmail, shownEmail } from "../../core/email-address";
import { productWords } from "../../core/items";
import { formatAmount } from "../../core/money";
import { countFound, foundOf, fromNearerEnd, type Page, pageOf, sortedBy } from "../../core/pagination";
import { findMailProblems } from "../../platform/mail/mail-status";
import { describeTerms } from "../money/quote";
import type { PurchaseQuery } from "../purchases/schemas";
import { purchaseStepsFor } from "../purchases/manage-purchases";
import { bookingMatches, buyerKey, buyerMatches, countOrders, findOrders } from "./find-orders";
import { type Order, type OrderMoney, readMoney, readOrders } from "./read-orders";
import type { BookingsQuery, ListedBooking, ListedOrder, OrderPage, OrderQuery, Step } from "./schemas";

export async function listOrders(
  { db, visitor }: Context,
  { page: wanted, sort, ...filter }: OrderQuery,
): Promise<OrderPage> {
  const meant = { filter, timeZone: visitor.timeZone };
  const isNarrowed = [filter.search, filter.status, filter.from, filter.until].some((asked) => asked !== "");
  const { sessions, recordings, owed } = await countOrders(db, meant, isNarrowed);
  const counts = { all: sessions + recordings, sessions, recordings, owed };
  const total = counts[filter.tab || "all"];
  const paged = pageOf(wanted, isNarrowed ? foundOf(total) : total);
  const direction = sort === "date" || sort === "customer" ? "asc" : "desc";
  const isByName = sort.endsWith("customer");
  const found = await fromNearerEnd(paged, direction, (window) => findOrders(db, meant, { ...window, isByName }));
  const [orders, money] = await Promise.all([readOrders(db, found), readMoney(db, found)]);
  const problems = await findMailProblems(
    db,
    orders.map(({ email }) => email),
  );
  const list = orders.map((order) => {
    const { notes, ...shown } = listed(order, money.get(order.id), visitor.timeZone);
    return { ...shown, notes: problems.has(normalEmail(order.email)) ? [...notes, "An email did not arrive"] : notes };
  });
  return { orders: list, counts, isNarrowed, page: paged.page };
}

function listed(order: Order, money: OrderMoney | undefined, zone: string): ListedOrder {
  const { kind, id, customer, item, currency, code, terms, status, steps } = order;
  return {
    ...{ kind, id, customer, item, status, steps },
    type: productWords[order.product].type,
    email: shownEmail(order.email),
    date: dayOf(order.createdAt, zone),
    price: formatAmount({ amountMinor: order.totalMinor, currency }),
    discount: code && terms ? { code, terms: `(${describeTerms(terms)})` } : null,
    notes: notesOn(order, money),
    ...standingOf(money),
  };
}

const standingOf = (money: OrderMoney | undefined) => ({
  isRefundable: money !== undefined && money.leftMinor > 0,
  isOwedByHand: money !== undefined && money.byHandMinor > 0,
});

export function notesOn(order: Order, money: OrderMoney | undefined): string[] {
  const { isEnded, isRefundWaived, isRemoved, importedFrom, quantity, status } = order;
  const standing = [
    ...(isRemoved ? ["Removed"] : isEnded ? ["Cancelled"] : []),
    ...(quantity > 1 ? [`${quantity} tickets`] : []),
    ...(importedFrom === null ? [] : [importNote(importedFrom)]),
  ];
  if (!money) return standing;
  const { hasFraudWarning, currency, returnedMinor, returningMinor, byHandMinor, leftMinor } = money;
  const amount = (amountMinor: number) => formatAmount({ amountMinor, currency });
  return [
    ...standing,
    returnedMinor > 0 && status !== "refunded" && `${amount(returnedMinor)} refunded`,
    returningMinor > 0 && `${amount(returningMinor)} on its way back`,
    byHandMinor > 0 && `${amount(byHandMinor)} to refund yourself`,
    hasFraudWarning && leftMinor > 0 && returnedMinor === 0 && "Fraud warning: a refund may avoid a dispute",
    isRefundWaived && leftMinor > 0 && `${amount(leftMinor)} kept`,
  ].filter((note) => note !== false);
}

const importNote = (system: string): string =>
  system === "generic" ? "Imported" : `Imported from ${system.charAt(0).toUpperCase()}${system.slice(1)}`;

export async function listBookings(
  ctx: Context,
  { search, imported, page: wanted, sort }: BookingsQuery,
): Promise<{ bookings: ListedBooking[]; page: Page; importedOn: string | null }> {
  const { db, visitor } = ctx;
  const isMeant = and(
    isNull(sessionBookings.archivedAt),
    imported && eq(sessionBookings.importedAt, imported),
    search === "" ? undefined : bookingMatches(db, search),
  );
  const isFound = db.select({ id: sessionBookings.id }).from(sessionBookings).where(isMeant);
  const count = search === "" ? await db.$count(sessionBookings, isMeant) : await countFound(db, isFound);
  const paged = pageOf(wanted, count);
  const isByStart = sort.endsWith("start");
  const direction = sort === "booked" || sort === "start" ? "asc" : "desc";
  const by = isByStart ? liveSessions.startTime : sessionBookings.createdAt;
  const rows = await fromNearerEnd(paged, direction, (window) =>
    db
      .select({ booking: sessionBookings, session: liveSessions })
      .from(sessionBookings)
      .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
      .where(isMeant)
      .orderBy(...sortedBy(window.direction, by, sessionBookings.id))
      .limit(window.limit)
      .offset(window.offset),
  );
  const bookings = rows.map(({ booking, session }): ListedBooking => {
    const start = displayStart(session, ctx);
    const { id, status, paymentStatus, quantity, totalMinor: amountMinor, currency } = booking;
    return {
      ...{ id, status, paymentStatus, quantity },
      bookedAt: timeIn(booking.createdAt, visitor.timeZone),
      attendee: `${booking.attendeeFirstName} ${booking.attendeeLastName}`,
      email: shownEmail(booking.attendeeEmail),
      sessionId: session.id,
      session: session.title,
      startsAt: `${start.mediumDate}, ${start.time} ${start.zone}`,
      price: formatAmount({ amountMinor, currency }),
    };
  });
  const importedOn = imported ? timeIn(imported, visitor.timeZone) : null;
  return { bookings, page: paged.page, importedOn };
}

export type ListedPurchase = {
  id: string;
  date: string;
  customer: string;
  email: string;
  isUnclaimed: boolean;
  price: string;
  discount: { code: string; terms: string } | null;
  status: string;
  steps: Step[];
  isRefundable: boolean;
  isOwedByHand: boolean;
};

export type PurchaseList = {
  counts: { total: number; paid: number; free: number; pending: number };
  purchases: ListedPurchase[];
  page: Page;
};

export async function listPurchases({ db, visitor }: Context, query: PurchaseQuery): Promise<PurchaseList> {
  const isOfCollection = and(
    eq(collectionPurchases.collection, query.collection),
    isNull(collectionPurchases.archivedAt),
  );
  const isMeant = and(
    isOfCollection,
    query.status === "" ? undefined : eq(collectionPurchases.status, query.status),
    query.search === "" ? undefined : buyerMatches(query.search),
  );
  const countOf = (status: string) =>
    sql<number>`count(*) filter (where ${collectionPurchases.status} = ${status})`.mapWith(Number);
  const counted = await db
    .select({ total: count(), paid: countOf("paid"), free: countOf("free"), pending: countOf("pending") })
    .from(collectionPurchases)
    .where(isOfCollection);
  const found = db.select({ id: collectionPurchases.id }).from(collectionPurchases).where(isMeant);
  const paged = pageOf(
    query.page,
    query.status === "" && query.search === "" ? one(counted, "count").total : await countFound(db, found),
  );
  const { sort } = query;
  const direction = sort === "date" || sort === "customer" ? "asc" : "desc";
  const rows = await db
    .select()
    .from(collectionPurchases)
    .where(isMeant)
    .orderBy(
      ...sortedBy(
        direction,
        sort.endsWith("customer") ? buyerKey : collectionPurchases.createdAt,
        collectionPurchases.id,
      ),
    )
    .limit(paged.limit)
    .offset(paged.offset);
  const money = await readMoney(db, rows);
  const purchases = rows.map((row): ListedPurchase => {
    const { id, status, totalMinor: amountMinor, currency, appliedDiscountCode: code, discountTerms: terms } = row;
    return {
      ...{ id, status, steps: purchaseStepsFor(row) },
      date: dayOf(row.createdAt, visitor.timeZone),
      customer: row.customerName,
      email: shownEmail(row.customerEmail),
      isUnclaimed: row.userId === null,
      price: formatAmount({ amountMinor, currency }),
      discount: code && terms ? { code, terms: `(${describeTerms(terms)})` } : null,
      ...standingOf(money.get(id)),
    };
  });
  return { counts: one(counted, "count"), purchases, page: paged.page };
}
