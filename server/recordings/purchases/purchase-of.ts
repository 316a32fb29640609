import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { collectionPurchases, users } from "@db/schema";

/** The purchases of a member, for a WHERE clause; those that the instructor has removed are in no list of hers. */
export const wherePurchaseOf = (user: { id: string }): SQL =>
  and(eq(collectionPurchases.userId, user.id), isNull(collectionPurchases.archivedAt))!;

/** All that was ever bought by a member: also what was removed, and what waits for her confirmed address. */
export function whereEverBoughtBy(user: { id: string }): SQL {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(collectionPurchases.userId, user.id),
    and(isNull(collectionPurchases.userId), sql`lower(${collectionPurchases.customerEmail}) = ${confirmedEmail}`),
  )!;
}
