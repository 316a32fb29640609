import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { sessionBookings, users } from "@db/schema";

/**
 * The bookings of a member, for a WHERE clause: those she made while signed in, and those that were made as a guest
 * with her e-mail address, once she has confirmed that it is hers. Nothing is written for that: a guest's booking
 * follows the address, as long as the address is the account's. One that another member made while signed in stays
 * theirs, whatever address they typed. Those that the instructor has removed are in no list of hers.
 */
export const whereBookingOf = (user: { id: string }): SQL | undefined =>
  and(whereEverBookedBy(user), isNull(sessionBookings.archivedAt));

/** The same with those that the instructor has removed: they name her, and money may be owed for them. */
export function whereEverBookedBy(user: { id: string }): SQL | undefined {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(sessionBookings.userId, user.id),
    and(isNull(sessionBookings.userId), sql`lower(${sessionBookings.attendeeEmail}) = ${confirmedEmail}`),
  );
}

/** Who asks for a booking: the holder of the mailed link, or a member for one of their own. */
export type BookingReader = { key?: string | undefined; user: { id: string } | null };

/** Matches the bookings that the owner may see and cancel; none without a key and without an account. */
export function whereManagedBy({ key, user }: BookingReader): SQL {
  const hasKey = key ? and(eq(sessionBookings.manageKey, key), isNull(sessionBookings.archivedAt)) : undefined;
  return or(hasKey, user ? whereBookingOf(user) : undefined) ?? sql`false`;
}
