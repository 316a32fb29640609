import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { sessionBookings, users } from "@db/schema";

/** A guest's booking belongs to the member who has confirmed its address. Excludes removed bookings. */
export const whereBookingOf = (user: { id: string }): SQL | undefined =>
  and(whereEverBookedBy(user), isNull(sessionBookings.archivedAt));

/** Includes removed bookings: they hold personal data, and money may be owed for them. */
export function whereEverBookedBy(user: { id: string }): SQL | undefined {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(sessionBookings.userId, user.id),
    and(isNull(sessionBookings.userId), sql`lower(${sessionBookings.attendeeEmail}) = ${confirmedEmail}`),
  );
}

export type BookingReader = { key?: string | undefined; user: { id: string } | null };

export function whereManagedBy({ key, user }: BookingReader): SQL {
  const hasKey = key ? and(eq(sessionBookings.manageKey, key), isNull(sessionBookings.archivedAt)) : undefined;
  return or(hasKey, user ? whereBookingOf(user) : undefined) ?? sql`false`;
}
