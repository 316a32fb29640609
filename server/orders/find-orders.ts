import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { unionAll, type AnyPgColumn } from "drizzle-orm/pg-core";
import { DateTime } from "luxon";
import type { Queryable } from "@db/client";
import { collectionPurchases, liveSessions, sessionBookings } from "@db/schema";
import { collectionItems } from "../payments/ledger/ledger-order";
import { collectionName } from "../recordings/schemas";
import type { OrderCursor, OrderFilter, OrderKind } from "./schemas";

/** Which orders are meant, and in whose days. */
export type Meant = { filter: OrderFilter; timeZone: string };

/** An order's place in the order of all orders, to the microsecond. */
export type FoundOrder = OrderCursor & { kind: OrderKind };

/** How many bookings and how many purchases are meant, whatever the tab says. */
export async function countOrders(db: Queryable, meant: Meant): Promise<{ sessions: number; recordings: number }> {
  const [sessions, recordings] = await Promise.all([
    db.$count(sessionBookings, bookingsMeant(db, meant)),
    db.$count(collectionPurchases, purchasesMeant(meant)),
  ]);
  return { sessions, recordings };
}

type Window = { limit: number; offset?: number; after?: OrderCursor | null };

/**
 * Bookings and purchases together, the newest first, by their keys alone: each half is read in the order of its index
 * and no further than the window reaches.
 */
export async function findOrders(db: Queryable, meant: Meant, window: Window): Promise<FoundOrder[]> {
  const { limit, offset = 0, after = null } = window;
  const { tab } = meant.filter;
  const reach = offset + limit;
  const bookings = db
    .select({
      kind: sql<OrderKind>`'booking'`.as("kind"),
      id: sessionBookings.id,
      at: sessionBookings.createdAt,
      createdAt: sql<string>`${sessionBookings.createdAt}::text`.as("at_text"),
    })
    .from(sessionBookings)
    .where(and(tab === "recordings" ? never : bookingsMeant(db, meant), isAfter(sessionBookings, after)))
    .orderBy(desc(sessionBookings.createdAt), desc(sessionBookings.id))
    .limit(reach);
  const purchases = db
    .select({
      kind: sql<OrderKind>`'purchase'`.as("kind"),
      id: collectionPurchases.id,
      at: collectionPurchases.createdAt,
      createdAt: sql<string>`${collectionPurchases.createdAt}::text`.as("at_text"),
    })
    .from(collectionPurchases)
    .where(and(tab === "sessions" ? never : purchasesMeant(meant), isAfter(collectionPurchases, after)))
    .orderBy(desc(collectionPurchases.createdAt), desc(collectionPurchases.id))
    .limit(reach);
  const found = await unionAll(bookings, purchases)
    .orderBy(sql`created_at desc`, sql`id desc`)
    .limit(limit)
    .offset(offset);
  return found.map(({ kind, id, createdAt }) => ({ kind, id, createdAt }));
}

const never = sql`false`;

const isAfter = ({ createdAt, id }: { createdAt: AnyPgColumn; id: AnyPgColumn }, after: OrderCursor | null) =>
  after ? sql`(${createdAt}, ${id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : undefined;

function bookingsMeant(db: Queryable, meant: Meant): SQL | undefined {
  const { search, status } = meant.filter;
  return and(
    isNull(sessionBookings.archivedAt),
    status === "" ? undefined : bookingHas(status),
    isWithin(sessionBookings.createdAt, meant),
    search === "" ? undefined : bookingMatches(db, search),
  );
}

/** A search finds the attendee by her name or e-mail, and the session by its title. */
export function bookingMatches(db: Queryable, search: string): SQL | undefined {
  const pattern = containing(search);
  const { attendeeFirstName, attendeeLastName, attendeeEmail } = sessionBookings;
  const sessions = db.select({ id: liveSessions.id }).from(liveSessions).where(ilike(liveSessions.title, pattern));
  return or(
    // In one go: a comparison costs more than what is compared.
    sql`concat_ws(' ', ${attendeeFirstName}, ${attendeeLastName}, ${attendeeEmail}) ilike ${pattern}`,
    inArray(sessionBookings.sessionId, sessions),
  );
}

function bookingHas(status: Exclude<OrderFilter["status"], "">): SQL | undefined {
  if (status === "confirmed") return eq(sessionBookings.status, "confirmed");
  const isPending = status === "pending" ? eq(sessionBookings.status, "pending") : undefined;
  return and(eq(sessionBookings.paymentStatus, status), isPending);
}

function purchasesMeant(meant: Meant): SQL | undefined {
  const { search, status } = meant.filter;
  if (status === "confirmed") return never;
  return and(
    isNull(collectionPurchases.archivedAt),
    status === "" ? undefined : eq(collectionPurchases.status, status),
    isWithin(collectionPurchases.createdAt, meant),
    search === "" ? undefined : purchaseMatches(search),
  );
}

function purchaseMatches(search: string): SQL | undefined {
  const named = collectionName.options.filter((name) =>
    collectionItems[name].toLowerCase().includes(search.toLowerCase()),
  );
  return or(buyerMatches(search), named.length > 0 ? inArray(collectionPurchases.collection, named) : undefined);
}

export const buyerMatches = (search: string): SQL | undefined =>
  or(
    ilike(collectionPurchases.customerName, containing(search)),
    ilike(collectionPurchases.customerEmail, containing(search)),
  );

/** What is typed is looked for as it is: % and _ mean themselves. */
const containing = (search: string) => `%${search.replace(/[\\%_]/g, "\\$&")}%`;

function isWithin(createdAt: AnyPgColumn, { filter, timeZone }: Meant): SQL | undefined {
  const from = DateTime.fromISO(filter.from, { zone: timeZone });
  const until = DateTime.fromISO(filter.until, { zone: timeZone }).plus({ days: 1 });
  return and(
    from.isValid ? gte(createdAt, from.toJSDate()) : undefined,
    until.isValid ? lt(createdAt, until.toJSDate()) : undefined,
  );
}
