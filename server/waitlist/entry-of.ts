import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { sessionWaitlist, users } from "@db/schema";

/**
 * The waitlist entries of a member, for a WHERE clause: those she made while signed in, and those that were made by
 * nobody in particular with her e-mail address, once she has confirmed that it is hers.
 */
export function whereEntryOf(user: { id: string }): SQL {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(sessionWaitlist.userId, user.id),
    and(isNull(sessionWaitlist.userId), sql`lower(${sessionWaitlist.email}) = ${confirmedEmail}`),
  )!;
}
