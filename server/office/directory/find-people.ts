import type { Queryable } from "@db/client";
import { people, users } from "@db/schema";
import { sql } from "drizzle-orm";
import { isPersonMeant } from "./list-people";
import { isUserFound } from "./users";

/** `key`: of the person, or the id of an account that has never booked or bought. */
type FoundPerson = { key: string; name: string; email: string; isPerson: boolean };

/** Finds by name or address people, the last to book or buy first, then other accounts, the newest first. */
export async function findPeopleAndUsers(db: Queryable, search: string, limit: number): Promise<FoundPerson[]> {
  // In one query, as the view reads every booking.
  const { rows } = await db.execute<FoundPerson>(sql`
    with found as (select * from ${people} where ${isPersonMeant(search)})
    (select key, name, email, true as "isPerson" from found order by last_at desc, key desc limit ${limit})
    union all
    (select ${users.id}::text, ${users.fullName}, ${users.email}, false from ${users}
      where ${users.archivedAt} is null and ${isUserFound(search)}
        and not exists (select from found where user_id = ${users.id})
      order by ${users.createdAt} desc, ${users.id} desc limit ${limit})`);
  return rows;
}
