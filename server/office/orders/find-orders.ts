import { and, eq, gte, isNotNull, isNull, lt, not, sql, type SQL } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Queryable } from "@db/client";
import { orders, orderTabs, type PayableKind } from "@db/schema";
import { isInDispute } from "../../payments/disputed-orders";
import { owedByHand } from "../../payments/outside-payments";
import { countToMore, sortedBy } from "../../core/pagination";
import { isReferredTo, readReference } from "../../core/reference";
import { matches } from "./order-search";
import type { OrderCursor, OrderFilter, OrderRef } from "./schemas";

type OrderSelection = { filter: OrderFilter; timeZone: string };

/** An order and its place in the list, to the microsecond, unlike Date. */
type FoundOrder = OrderCursor & { kind: PayableKind };

type OrderCounts = { sessions: number; recordings: number; owed: number };

/** Counts the orders of each tab. With `isCapped`, numbers above 1,000 only say that there are more. */
export async function countOrders(db: Queryable, selection: OrderSelection, isCapped = false): Promise<OrderCounts> {
  const isSelected = whereSelected(db, selection);
  const countListed = (tab: "sessions" | "recordings") => {
    const isListed = and(eq(orders.tab, tab), isNull(orders.archivedAt), isSelected);
    if (!isCapped) return db.$count(orders, isListed);
    return countToMore(db, db.select({ id: orders.id }).from(orders).where(isListed));
  };
  const removed = sql`count(*) filter (where ${isNotNull(orders.archivedAt)})`.mapWith(Number);
  const [sessions, recordings, owed] = await Promise.all([
    countListed("sessions"),
    countListed("recordings"),
    db
      .select({ tab: orders.tab, all: sql`count(*)`.mapWith(Number), removed })
      .from(orders)
      .where(and(isOwed(db), isSelected))
      .groupBy(orders.tab),
  ]);
  const removedIn = (tab: "sessions" | "recordings") => owed.find((part) => part.tab === tab)?.removed ?? 0;
  return {
    sessions: sessions + removedIn("sessions"),
    recordings: recordings + removedIn("recordings"),
    owed: owed.reduce((sum, { all }) => sum + all, 0),
  };
}

type Window = {
  limit: number;
  offset?: number;
  after?: OrderCursor | null;
  isByName?: boolean;
  direction?: "asc" | "desc";
};

/** Reads by indexes, no further than needed. Removed orders are listed only while something is owed. */
export async function findOrders(db: Queryable, selection: OrderSelection, window: Window): Promise<FoundOrder[]> {
  const { limit, offset = 0, after = null, isByName = false, direction = "desc" } = window;
  const key = isByName ? orders.sortName : orders.createdAt;
  const parts = partsOf(db, selection.filter.tab).map((isPart) =>
    db
      .select({
        kind: orders.kind,
        id: orders.id,
        key: sql`${key}`.as("sort_key"),
        at: sql`${orders.createdAt}`.as("at"),
      })
      .from(orders)
      .where(and(isPart, whereSelected(db, selection), isAfter(after)))
      .orderBy(...sortedBy(direction, key, orders.id))
      .limit(offset + limit),
  );
  const order = sql.join(sortedBy(direction, sql`sort_key`, sql`id`), sql`, `);
  // Prints the instants of the orders that are found, not of those that are skipped.
  const { rows } = await db.execute<{ kind: PayableKind; id: string; at: string }>(
    sql`select kind, id, at::text as at from (select * from (${sql.join(parts, sql` union all `)}) as parts
      order by ${order} limit ${limit} offset ${offset}) as found order by ${order}`,
  );
  return rows.map(({ kind, id, at }) => ({ kind, id, createdAt: at }));
}

function partsOf(db: Queryable, tab: OrderFilter["tab"]): (SQL | undefined)[] {
  if (tab === "owed") return [isOwed(db)];
  const isRemoved = and(isNotNull(orders.archivedAt), isOwed(db));
  // Each tab is planned by itself: one index fits a search for names, another one a list of the newest.
  return orderTabs
    .filter((listed) => tab === "" || tab === listed)
    .flatMap((listed) => [isNull(orders.archivedAt), isRemoved].map((isPart) => and(eq(orders.tab, listed), isPart)));
}

/** Unlike a join, the array is read first, and its orders by their keys. */
const isOwed = (db: Queryable): SQL => sql`${orders.id} = any(array${owedByHand(db)})`;

const isAfter = (after: OrderCursor | null) =>
  after ? sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : undefined;

function whereSelected(db: Queryable, { filter, timeZone }: OrderSelection): SQL | undefined {
  const { search, status } = filter;
  return and(
    status === "" ? undefined : hasStatus(db, status),
    isInPeriod(filter, timeZone),
    search === "" ? undefined : matches(db, orders, search),
  );
}

/** A disputed order is shown and found as that, not by its own status. */
function hasStatus(db: Queryable, status: Exclude<OrderFilter["status"], "">): SQL | undefined {
  if (status === "disputed" || status === "dispute_lost") return isInDispute(db, orders.id, status);
  if (status === "confirmed") return and(eq(orders.status, "pending"), orders.isPaidOnSite.getSQL());
  if (status === "pending") return and(eq(orders.status, status), not(orders.isPaidOnSite));
  return and(eq(orders.status, status), isInDispute(db, orders.id, null));
}

function isInPeriod(filter: OrderFilter, timeZone: string): SQL | undefined {
  const from = DateTime.fromISO(filter.from, { zone: timeZone });
  const until = DateTime.fromISO(filter.until, { zone: timeZone }).plus({ days: 1 });
  return and(
    from.isValid ? gte(orders.createdAt, from.toJSDate()) : undefined,
    until.isValid ? lt(orders.createdAt, until.toJSDate()) : undefined,
  );
}

/** Finds what a reference names. Those removed are left out. */
export async function findByReference(db: Queryable, search: string, limit: number): Promise<OrderRef[]> {
  const reference = readReference(search);
  if (!reference) return [];
  return db
    .select({ kind: orders.kind, id: orders.id })
    .from(orders)
    .where(and(isReferredTo(orders.id, reference), isNull(orders.archivedAt)))
    .limit(limit);
}
