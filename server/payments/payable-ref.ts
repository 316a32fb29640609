import { type PayableKind, payableKinds, payments } from "@db/schema";
import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

export type PayableRef = { kind: PayableKind; id: string };

/** The column of a payment, and the field of Stripe's metadata, that names an order of each kind. */
const columnNames = { booking: "bookingId", purchase: "purchaseId" } as const satisfies Record<PayableKind, string>;

type OrderColumns = Partial<Record<(typeof columnNames)[PayableKind], string | null>>;

export const orderColumn = (kind: PayableKind): AnyPgColumn => payments[columnNames[kind]];

/** Returns the order's id under the name of its column, as payments, logs and Stripe keep it. */
export const namedByColumn = ({ kind, id }: PayableRef): { [Name in keyof OrderColumns]?: string } => ({
  [columnNames[kind]]: id,
});

export const isPaymentOf = ({ kind, id }: PayableRef): SQL => eq(orderColumn(kind), id);

/** Returns the condition of payments of the orders. Each column has an index of its own. */
export const isPaymentOfAny = (ids: string[]): SQL | undefined =>
  or(...payableKinds.map((kind) => inArray(orderColumn(kind), ids)));

/** The id of a payment's order, of whichever kind. */
export const anyOrderId = sql<string>`coalesce(${sql.join(payableKinds.map(orderColumn), sql`, `)})`;

/** Returns the order that a payment, or the metadata of a checkout, names. */
export function findPayableRef(named: OrderColumns): PayableRef | null {
  const refs = payableKinds.flatMap((kind): PayableRef[] => {
    const id = named[columnNames[kind]];
    return id ? [{ kind, id }] : [];
  });
  return refs[0] ?? null;
}

export function payableRefOf(payment: OrderColumns & { id: string }): PayableRef {
  const ref = findPayableRef(payment);
  if (!ref) throw new Error(`payment ${payment.id} has no order`);
  return ref;
}
