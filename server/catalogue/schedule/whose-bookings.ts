import { and, eq, gt, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { bookingMoves, sessionBookings, users } from "@db/schema";
import type { Visitor } from "../../core/context";
import type { Clock } from "../../core/services";

type Booker = { id: string };

/**
 * Returns the condition of a member's bookings: a guest's belongs to the member who has confirmed its address. Excludes
 * removed bookings.
 */
export const whereBookingOf = (user: Booker): SQL | undefined =>
  and(whereEverBookedBy(user), isNull(sessionBookings.archivedAt));

/** Includes removed bookings: they hold personal data, and money may be owed for them. */
export function whereEverBookedBy(user: Booker): SQL | undefined {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(sessionBookings.userId, user.id),
    and(isNull(sessionBookings.userId), sql`lower(${sessionBookings.attendeeEmail}) = ${confirmedEmail}`),
  );
}

/** Includes the bookings that were moved away from it. */
export function wasBookedIn(db: Queryable, sessionId: string): SQL {
  const stayed = db
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .where(eq(sessionBookings.sessionId, sessionId));
  const left = db
    .select({ id: bookingMoves.bookingId })
    .from(bookingMoves)
    .where(eq(bookingMoves.fromSessionId, sessionId));
  return inArray(sessionBookings.id, unionAll(stayed, left));
}

type Holder = { user: { id: string } | null; visitor: { browserBookings: string[] } };

/** Finds unpaid bookings of this browser or account. Undefined for strangers. */
export function whereHeldBy(holder: Holder): SQL | undefined {
  const isMine = whereBegunBy(holder);
  return isMine && and(eq(sessionBookings.status, "pending"), isMine);
}

/** Finds bookings by account or signed cookie, never by an address that was typed. Undefined for strangers. */
export const whereBegunBy = ({ user, visitor }: Holder): SQL | undefined =>
  or(
    visitor.browserBookings.length > 0 ? inArray(sessionBookings.id, visitor.browserBookings) : undefined,
    user ? eq(sessionBookings.userId, user.id) : undefined,
  );

export type BookingReader = {
  user: { id: string } | null;
  visitor: Pick<Visitor, "browserBookings">;
  clock: Clock;
};

/** Admits the holder of the mailed key, the booking's member, and for a day the browser that booked as a guest. */
export function whereManagedBy({ user, visitor, clock }: BookingReader, key?: string): SQL {
  const hasKey = key ? and(eq(sessionBookings.manageKey, key), isNull(sessionBookings.archivedAt)) : undefined;
  const isInBrowser = whereMadeInBrowser(visitor, clock.now());
  return or(hasKey, user ? whereBookingOf(user) : undefined, isInBrowser) ?? sql`false`;
}

const browserHours = 24;

/** Excludes members' bookings: after signing out, this browser must not show them. */
function whereMadeInBrowser({ browserBookings }: BookingReader["visitor"], now: Date): SQL | undefined {
  if (browserBookings.length === 0) return undefined;
  return and(
    inArray(sessionBookings.id, browserBookings),
    isNull(sessionBookings.userId),
    isNull(sessionBookings.archivedAt),
    gt(sessionBookings.createdAt, new Date(now.getTime() - browserHours * 3_600_000)),
  );
}
