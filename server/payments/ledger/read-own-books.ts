import { and, eq, gte, inArray, isNotNull, lt, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { disputes, fraudWarnings, type PayableKind, payableKinds, payments, refunds } from "@db/schema";
import type { Services } from "../../core/services";
import { orderColumn, type PayableRef, payableRefOf } from "../payable-ref";
import type { LedgerOrder, LedgerSource } from "./ledger-order";
import type { LedgerPeriod } from "./ledger-period";
import type { StripeBooks } from "./read-stripe-books";
import type { Dispute, Payment, Refund } from "../paid-payments";
import { intentOf, paymentIdOf } from "../stripe";

export type OwnPayment = Payment & {
  refunds: Refund[];
  disputes: Dispute[];
  hasFraudWarning: boolean;
};
export type OwnOrder = LedgerOrder & { payments: OwnPayment[] };

type Period = Pick<LedgerPeriod, "from" | "until">;
type Books = Pick<Services, "hooks"> & { db: Queryable };

export async function readOwnBooks(
  { db, hooks }: Books,
  period: Period,
  stripe: StripeBooks | null,
): Promise<OwnOrder[]> {
  const read = await Promise.all(
    payableKinds.map((kind) => readReferenced(db, kind, hooks.payables[kind].ledger, { period, stripe })),
  );
  const orders = read.flat();
  const ofOrder = new Map<string, OwnPayment[]>();
  for (const payment of await paymentsOf(db, orders)) {
    const { id } = payableRefOf(payment);
    ofOrder.set(id, [...(ofOrder.get(id) ?? []), payment]);
  }
  return orders.map((order) => ({ ...order, payments: ofOrder.get(order.id) ?? [] }));
}

/** Reads one order with its payments. */
export async function readOwnOrder({ db, hooks }: Books, { kind, id }: PayableRef): Promise<OwnOrder | null> {
  const [order] = await hooks.payables[kind].ledger.read(db, (column) => eq(column, id));
  return order ? { ...order, payments: await paymentsOf(db, [order]) } : null;
}

type LedgerScope = { period: Period; stripe: StripeBooks | null };

/** Each part of the union is read by an index; conditions that are joined by "or" would read every order. */
function readReferenced(db: Queryable, kind: PayableKind, ledger: LedgerSource, { period, stripe }: LedgerScope) {
  const ids = [...ledger.findUnnamed(db, period), ...referencedPayments(db, orderColumn(kind), period, stripe)];
  return ledger.read(db, (id) => oneOf(id, sql.join(ids, sql` union all `)));
}

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

async function paymentsOf(db: Queryable, orders: LedgerOrder[]): Promise<OwnPayment[]> {
  const idsOf = (kind: PayableKind) => orders.filter((order) => order.kind === kind).map(({ id }) => id);
  const isOfThem = or(...payableKinds.map((kind) => anyOf(orderColumn(kind), idsOf(kind))));
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
