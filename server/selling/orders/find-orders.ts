import {
  and,
  between,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import { one } from "@db/one";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import { DateTime } from "luxon";
import { alphabetical } from "@db/schema/columns";
import type { Queryable } from "@db/client";
import { collectionPurchases, liveSessions, sessionBookings } from "@db/schema";
import { collectionItems } from "../payments/ledger/ledger-order";
import { owedByHand } from "../payments/outside-payments";
import { collectionName } from "../../core/items";
import { containing, countToMore, sortedBy } from "../../core/pagination";
import type { OrderCursor, OrderFilter, OrderKind, OrderRef } from "./schemas";

type OrderSelection = { filter: OrderFilter; timeZone: string };

/** To the microsecond, unlike Date. */
type FoundOrder = OrderCursor & { kind: OrderKind };

/** With `isCapped`, numbers above 1,000 only say that there are more. */
export async function countOrders(
  db: Queryable,
  meant: OrderSelection,
  isCapped = false,
): Promise<{ sessions: number; recordings: number; owed: number }> {
  const countOwed = (archivedAt: AnyPgColumn) => ({
    all: sql`count(*)`.mapWith(Number),
    removed: sql`count(*) filter (where ${isNotNull(archivedAt)})`.mapWith(Number),
  });
  const areBookings = and(isNull(sessionBookings.archivedAt), whereBookingSelected(db, meant));
  const arePurchases = and(isNull(collectionPurchases.archivedAt), wherePurchaseSelected(meant));
  const bookingIds = db.select({ id: sessionBookings.id }).from(sessionBookings).where(areBookings);
  const purchaseIds = db.select({ id: collectionPurchases.id }).from(collectionPurchases).where(arePurchases);
  const [sessions, recordings, owedBookings, owedPurchases] = await Promise.all([
    isCapped ? countToMore(db, bookingIds) : db.$count(sessionBookings, areBookings),
    isCapped ? countToMore(db, purchaseIds) : db.$count(collectionPurchases, arePurchases),
    db
      .select(countOwed(sessionBookings.archivedAt))
      .from(sessionBookings)
      .where(and(inArray(sessionBookings.id, owedByHand(db, "booking")), whereBookingSelected(db, meant))),
    db
      .select(countOwed(collectionPurchases.archivedAt))
      .from(collectionPurchases)
      .where(and(inArray(collectionPurchases.id, owedByHand(db, "purchase")), wherePurchaseSelected(meant))),
  ]);
  const booked = one(owedBookings, "count");
  const bought = one(owedPurchases, "count");
  return {
    sessions: sessions + booked.removed,
    recordings: recordings + bought.removed,
    owed: booked.all + bought.all,
  };
}

type Window = {
  limit: number;
  offset?: number;
  after?: OrderCursor | null;
  isByName?: boolean;
  direction?: "asc" | "desc";
};

const attendeeKey = alphabetical(
  sql`${sessionBookings.attendeeFirstName} || ' ' || ${sessionBookings.attendeeLastName}`,
);
export const buyerKey = alphabetical(sql`${collectionPurchases.customerName}`);

/** Reads each part by its index, no further than needed. Removed orders are listed only while something is owed. */
export async function findOrders(db: Queryable, meant: OrderSelection, window: Window): Promise<FoundOrder[]> {
  const { limit, offset = 0, after = null, isByName = false, direction = "desc" } = window;
  const { tab } = meant.filter;
  const part = { meant, reach: offset + limit, after, isByName, direction };
  const parts: SQLWrapper[] = [
    ...(tab === "recordings" ? [] : partsOf(tab, sessionBookings, owedByHand(db, "booking"))).map((isPart) =>
      findBookings(db, part, isPart),
    ),
    ...(tab === "sessions" ? [] : partsOf(tab, collectionPurchases, owedByHand(db, "purchase"))).map((isPart) =>
      findPurchases(db, part, isPart),
    ),
  ];
  const order = sql.join(sortedBy(direction, sql`sort_key`, sql`id`), sql`, `);
  // Prints the instants of the orders that are found, not of those that are skipped.
  const { rows } = await db.execute<{ kind: OrderKind; id: string; at: string }>(
    sql`select kind, id, at::text as at from (${sql.join(parts, sql` union all `)}
      order by ${order} limit ${limit} offset ${offset}) as found order by ${order}`,
  );
  return rows.map(({ kind, id, at }) => ({ kind, id, createdAt: at }));
}

type Columns = { id: AnyPgColumn; archivedAt: AnyPgColumn };

function partsOf(
  tab: OrderFilter["tab"],
  { id, archivedAt }: Columns,
  owed: ReturnType<typeof owedByHand>,
): (SQL | undefined)[] {
  if (tab === "owed") return [inArray(id, owed)];
  return [isNull(archivedAt), and(isNotNull(archivedAt), inArray(id, owed))];
}

type Part = {
  meant: OrderSelection;
  reach: number;
  after: OrderCursor | null;
  isByName: boolean;
  direction: "asc" | "desc";
};

const findBookings = (db: Queryable, { meant, reach, after, isByName, direction }: Part, isPart: SQL | undefined) =>
  db
    .select({
      kind: sql<OrderKind>`'booking'`.as("kind"),
      id: sessionBookings.id,
      key: sql`${isByName ? attendeeKey : sessionBookings.createdAt}`.as("sort_key"),
      at: sql`${sessionBookings.createdAt}`.as("at"),
    })
    .from(sessionBookings)
    .where(and(isPart, whereBookingSelected(db, meant), isAfter(sessionBookings, after)))
    .orderBy(...sortedBy(direction, isByName ? attendeeKey : sessionBookings.createdAt, sessionBookings.id))
    .limit(reach);

const findPurchases = (db: Queryable, { meant, reach, after, isByName, direction }: Part, isPart: SQL | undefined) =>
  db
    .select({
      kind: sql<OrderKind>`'purchase'`.as("kind"),
      id: collectionPurchases.id,
      key: sql`${isByName ? buyerKey : collectionPurchases.createdAt}`.as("sort_key"),
      at: sql`${collectionPurchases.createdAt}`.as("at"),
    })
    .from(collectionPurchases)
    .where(and(isPart, wherePurchaseSelected(meant), isAfter(collectionPurchases, after)))
    .orderBy(...sortedBy(direction, isByName ? buyerKey : collectionPurchases.createdAt, collectionPurchases.id))
    .limit(reach);

const isAfter = ({ createdAt, id }: { createdAt: AnyPgColumn; id: AnyPgColumn }, after: OrderCursor | null) =>
  after ? sql`(${createdAt}, ${id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : undefined;

function whereBookingSelected(db: Queryable, meant: OrderSelection): SQL | undefined {
  const { search, status } = meant.filter;
  return and(
    status === "" ? undefined : bookingHas(status),
    isInPeriod(sessionBookings.createdAt, meant),
    search === "" ? undefined : bookingMatches(db, search),
  );
}

export function bookingMatches(db: Queryable, search: string): SQL | undefined {
  if (isReference(search)) return isReferredTo(sessionBookings.id, search);
  const pattern = containing(search);
  const { attendeeFirstName, attendeeLastName, attendeeEmail } = sessionBookings;
  const sessions = db.select({ id: liveSessions.id }).from(liveSessions).where(ilike(liveSessions.title, pattern));
  return or(
    // The expression of the index session_bookings_search_idx. Only an array lets both conditions use their indexes.
    sql`(${attendeeFirstName} || ' ' || ${attendeeLastName} || ' ' || ${attendeeEmail}) ilike ${pattern}`,
    sql`${sessionBookings.sessionId} = any(array${sessions})`,
  );
}

function bookingHas(status: Exclude<OrderFilter["status"], "">): SQL | undefined {
  if (status === "confirmed") return eq(sessionBookings.status, "confirmed");
  const isPending = status === "pending" ? eq(sessionBookings.status, "pending") : undefined;
  return and(eq(sessionBookings.paymentStatus, status), isPending);
}

function wherePurchaseSelected(meant: OrderSelection): SQL | undefined {
  const { search, status } = meant.filter;
  if (status === "confirmed") return sql`false`;
  return and(
    status === "" ? undefined : eq(collectionPurchases.status, status),
    isInPeriod(collectionPurchases.createdAt, meant),
    search === "" ? undefined : purchaseMatches(search),
  );
}

function purchaseMatches(search: string): SQL | undefined {
  const named = collectionName.options.filter((name) =>
    collectionItems[name].toLowerCase().includes(search.toLowerCase()),
  );
  return or(
    buyerMatches(search),
    ilike(collectionPurchases.resourceTitle, containing(search)),
    ilike(collectionPurchases.collectionTitle, containing(search)),
    named.length > 0 ? inArray(collectionPurchases.collection, named) : undefined,
  );
}

export const buyerMatches = (search: string): SQL | undefined =>
  isReference(search)
    ? isReferredTo(collectionPurchases.id, search)
    : // The expression of the index collection_purchases_search_idx.
      sql`(${collectionPurchases.customerName} || ' ' || ${collectionPurchases.customerEmail}) ilike ${containing(search)}`;

/** Finds what a reference names: the first eight digits of an id. Those removed are left out. */
export async function findByReference(db: Queryable, search: string, limit: number): Promise<OrderRef[]> {
  if (!isReference(search)) return [];
  const bookings = db
    .select({ kind: sql<OrderKind>`'booking'`, id: sessionBookings.id })
    .from(sessionBookings)
    .where(and(isReferredTo(sessionBookings.id, search), isNull(sessionBookings.archivedAt)));
  const purchases = db
    .select({ kind: sql<OrderKind>`'purchase'`, id: collectionPurchases.id })
    .from(collectionPurchases)
    .where(and(isReferredTo(collectionPurchases.id, search), isNull(collectionPurchases.archivedAt)));
  return unionAll(bookings, purchases).limit(limit);
}

const isReference = (search: string): boolean => /^[0-9a-f]{8}$/i.test(search);

const isReferredTo = (id: AnyPgColumn, reference: string): SQL =>
  between(id, `${reference}-0000-0000-0000-000000000000`, `${reference}-ffff-ffff-ffff-ffffffffffff`);

function isInPeriod(createdAt: AnyPgColumn, { filter, timeZone }: OrderSelection): SQL | undefined {
  const from = DateTime.fromISO(filter.from, { zone: timeZone });
  const until = DateTime.fromISO(filter.until, { zone: timeZone }).plus({ days: 1 });
  return and(
    from.isValid ? gte(createdAt, from.toJSDate()) : undefined,
    until.isValid ? lt(createdAt, until.toJSDate()) : undefined,
  );
}
