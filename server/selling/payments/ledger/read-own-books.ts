import { and, eq, gte, inArray, isNotNull, isNull, lt, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import {
  collectionPurchases,
  disputes,
  fraudWarnings,
  liveSessions,
  payments,
  refunds,
  sessionBookings,
} from "@db/schema";
import { orderOfBooking, orderOfPurchase, type Order } from "./ledger-order";
import type { LedgerPeriod } from "./ledger-period";
import type { StripeBooks } from "./read-stripe-books";
import type { Payment, Refund } from "../paid-payments";
import type { Dispute } from "../disputes";
import { intentOf, paymentIdOf } from "../stripe";

export type OwnPayment = Payment & {
  refunds: Refund[];
  disputes: Dispute[];
  hasFraudWarning: boolean;
};
export type OwnOrder = Order & { payments: OwnPayment[] };

type Period = Pick<LedgerPeriod, "from" | "until">;

export async function readOwnBooks(db: Queryable, period: Period, stripe: StripeBooks | null): Promise<OwnOrder[]> {
  const [booked, bought] = await Promise.all([
    referencedBookings(db, period, stripe),
    referencedPurchases(db, period, stripe),
  ]);
  const own = await paymentsOf(
    db,
    booked.map(({ id }) => id),
    bought.map(({ id }) => id),
  );
  const ofOrder = new Map<string | null, OwnPayment[]>();
  for (const payment of own) {
    const orderId = payment.bookingId ?? payment.purchaseId;
    ofOrder.set(orderId, [...(ofOrder.get(orderId) ?? []), payment]);
  }
  return [...booked, ...bought].map((order) => ({ ...order, payments: ofOrder.get(order.id) ?? [] }));
}

/** Each part of the union is read by an index; conditions that are joined by "or" would read every booking. */
async function referencedBookings(db: Queryable, period: Period, stripe: StripeBooks | null): Promise<Order[]> {
  const { id, status, paymentStatus, refundWaivedAt, createdAt } = sessionBookings;
  // Listed every month until refunded.
  const owed = db
    .select({ id: sql<string | null>`${id}` })
    .from(sessionBookings)
    .where(and(eq(status, "cancelled"), eq(paymentStatus, "paid"), isNull(refundWaivedAt)));
  const unpaid = db
    .select({ id: sql<string | null>`${id}` })
    .from(sessionBookings)
    .where(
      and(
        eq(paymentStatus, "paid"),
        gte(createdAt, period.from),
        lt(createdAt, period.until),
        isUnpaid(payments.bookingId, id),
      ),
    );
  const referenced = referencedPayments(db, payments.bookingId, period, stripe);
  const rows = await db
    .select({ booking: sessionBookings, title: liveSessions.title })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(oneOf(id, unionAll(owed, unpaid, ...referenced)));
  return rows.map(orderOfBooking);
}

async function referencedPurchases(db: Queryable, period: Period, stripe: StripeBooks | null): Promise<Order[]> {
  const { id, status, archivedAt, refundWaivedAt, createdAt } = collectionPurchases;
  const owed = db
    .select({ id: sql<string | null>`${id}` })
    .from(collectionPurchases)
    .where(and(eq(status, "paid"), isNotNull(archivedAt), isNull(refundWaivedAt)));
  const unpaid = db
    .select({ id: sql<string | null>`${id}` })
    .from(collectionPurchases)
    .where(
      and(
        eq(status, "paid"),
        gte(createdAt, period.from),
        lt(createdAt, period.until),
        isUnpaid(payments.purchaseId, id),
      ),
    );
  const referenced = referencedPayments(db, payments.purchaseId, period, stripe);
  const rows = await db
    .select()
    .from(collectionPurchases)
    .where(oneOf(id, unionAll(owed, unpaid, ...referenced)));
  return rows.map(orderOfPurchase);
}

/** Looked up for each order by an index; `not exists` would read all payments. */
const isUnpaid = (cause: AnyPgColumn, id: AnyPgColumn) =>
  sql`(select true from ${payments} where ${cause} = ${id} and ${payments.state} = 'paid' limit 1) is null`;

/** Unlike a subquery, is read first, whatever the planner expects of it. */
const oneOf = (id: AnyPgColumn, ids: SQLWrapper) => sql`${id} = any(array(${ids}))`;

/** Returns the statements that find the orders of a period's payments, refunds and, at Stripe, pages and disputes. */
function referencedPayments(db: Queryable, cause: AnyPgColumn, period: Period, stripe: StripeBooks | null) {
  const { from, until } = period;
  const refunded = db
    .select({ id: refunds.paymentId })
    .from(refunds)
    .where(and(gte(refunds.createdAt, from), lt(refunds.createdAt, until)));
  const ways = [
    and(gte(payments.paidAt, from), lt(payments.paidAt, until)),
    oneOf(payments.id, refunded),
    ...(stripe ? namedBy(stripe) : openOrDisputed(db, period)),
  ];
  return ways
    .filter((isReferenced) => isReferenced !== undefined)
    .map((isReferenced) =>
      db
        .select({ id: sql<string | null>`${cause}` })
        .from(payments)
        .where(and(isNotNull(cause), eq(payments.provider, "stripe"), isReferenced)),
    );
}

function namedBy(stripe: StripeBooks) {
  const intentIds = [
    ...stripe.intents.keys(),
    ...[...stripe.refunds.values(), ...stripe.disputes.values()].flatMap((object) => intentOf(object) ?? []),
  ];
  const paymentIds = [...stripe.intents.values(), ...stripe.openPages].flatMap(paymentIdOf);
  return [anyOf(payments.stripePaymentIntentId, intentIds), anyOf(payments.id, paymentIds)];
}

function openOrDisputed(db: Queryable, { from, until }: Period) {
  const disputed = db
    .select({ id: disputes.paymentId })
    .from(disputes)
    .where(and(gte(disputes.createdAt, from), lt(disputes.createdAt, until)));
  return [eq(payments.state, "open"), oneOf(payments.id, disputed)];
}

const anyOf = (column: AnyPgColumn, values: string[]): SQL | undefined =>
  values.length > 0 ? inArray(column, values) : undefined;

async function paymentsOf(db: Queryable, bookingIds: string[], purchaseIds: string[]): Promise<OwnPayment[]> {
  const isOfThem = or(anyOf(payments.bookingId, bookingIds), anyOf(payments.purchaseId, purchaseIds));
  if (!isOfThem) return [];
  const own = await db.select().from(payments).where(isOfThem).orderBy(payments.createdAt, payments.id);
  const ids = own.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [back, disputed, warned] = await Promise.all([
    db.select().from(refunds).where(inArray(refunds.paymentId, ids)),
    db.select().from(disputes).where(inArray(disputes.paymentId, ids)),
    db.select().from(fraudWarnings).where(inArray(fraudWarnings.paymentId, ids)),
  ]);
  return own.map((payment) => ({
    ...payment,
    refunds: back.filter(({ paymentId }) => paymentId === payment.id),
    disputes: disputed.filter(({ paymentId }) => paymentId === payment.id),
    hasFraudWarning: warned.some(({ paymentId }) => paymentId === payment.id),
  }));
}
