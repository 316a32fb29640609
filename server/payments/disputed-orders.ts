import { and, eq, inArray, not, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { disputes, payments } from "@db/schema";
import { heldByBankStatuses } from "./paid-payments";
import type { DisputeState } from "./schemas";

const undecidedStatuses = heldByBankStatuses.filter((status) => status !== "lost");

/** Returns the condition of the orders, by their ids, that are in a state of a dispute; with null, of all others. */
export function isInDispute(db: Queryable, id: SQLWrapper, state: DisputeState | null): SQL {
  const hasOneOf = (statuses: string[]): SQL => sql`${id} = any(array(${disputedOrders(db, statuses)}))`;
  if (state === null) return not(hasOneOf(heldByBankStatuses));
  if (state === "disputed") return hasOneOf(undecidedStatuses);
  return sql`(${hasOneOf(heldByBankStatuses)} and ${isInDispute(db, id, "disputed")} is not true)`;
}

/** Selects the state of an order's dispute by its id; null without one. */
export const disputeOf = (db: Queryable, id: SQLWrapper) => sql<DisputeState | null>`case
  when ${isInDispute(db, id, "disputed")} then 'disputed'
  when ${isInDispute(db, id, "dispute_lost")} then 'dispute_lost' end`;

const disputedOrders = (db: Queryable, statuses: string[]) =>
  db
    .select({ id: sql`coalesce(${payments.bookingId}, ${payments.purchaseId})` })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(payments.state, "paid"), inArray(disputes.status, statuses)));
