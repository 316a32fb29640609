import type { Queryable } from "@db/client";
import { type Account, purchases, importedCustomers, oneToOneRequests, sessionBookings, users } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { isUuid } from "../../core/input-schemas";

/** An account's id, or the MD5 of a guest's address; the account that confirms the address takes over the records. */
type PersonKey = string;

export type Person = {
  key: PersonKey;
  userId: string | null;
  email: string;
  /** The address whose guest records are theirs, in lower case; null for an account that has not confirmed it. */
  address: string | null;
};

/** Throws not_found unless the person has an account, or a record that no account owns. */
export async function requirePerson({ db }: { db: Queryable }, key: PersonKey): Promise<Person> {
  const person = await findPerson(db, key);
  if (!person) throw new DomainError("not_found", "Person not found");
  return person;
}

async function findPerson(db: Queryable, key: PersonKey): Promise<Person | null> {
  if (isUuid(key)) {
    const [account] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, key), isNull(users.archivedAt)));
    return account ? personOf(account) : null;
  }
  const email = await findGuestAddress(db, key);
  if (!email) return null;
  const [found] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNotNull(users.emailConfirmedAt)));
  return found ? personOf(found) : { key, userId: null, email, address: email };
}

const personOf = ({ id, email, emailConfirmedAt }: Account): Person => ({
  key: id,
  userId: id,
  email,
  address: emailConfirmedAt ? normalEmail(email) : null,
});

async function findGuestAddress(db: Queryable, digest: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select lower(${sessionBookings.attendeeEmail}) as email from ${sessionBookings}
    where ${isNull(sessionBookings.userId)} and md5(lower(${sessionBookings.attendeeEmail})) = ${digest}
    union
    select lower(${purchases.customerEmail}) from ${purchases}
    where ${isNull(purchases.userId)} and md5(lower(${purchases.customerEmail})) = ${digest}
    union
    select lower(${oneToOneRequests.email}) from ${oneToOneRequests}
    where ${isNull(oneToOneRequests.userId)} and md5(lower(${oneToOneRequests.email})) = ${digest}
    union
    select ${importedCustomers.email} from ${importedCustomers} where md5(${importedCustomers.email}) = ${digest}
    limit 1`);
  return rows[0]?.email;
}

type PersonKeys = Pick<Person, "userId" | "address">;

export const whereBookingsOf = (people: PersonKeys[]): SQL | undefined =>
  whereRecordsOf(people, { userId: sessionBookings.userId, email: sessionBookings.attendeeEmail });

export const wherePurchasesOf = (people: PersonKeys[]): SQL | undefined =>
  whereRecordsOf(people, { userId: purchases.userId, email: purchases.customerEmail });

function whereRecordsOf(people: PersonKeys[], { userId, email }: { userId: AnyPgColumn; email: AnyPgColumn }) {
  const accounts = people.flatMap((person) => person.userId ?? []);
  const addresses = people.flatMap(({ address }) => address ?? []);
  return or(inArray(userId, accounts), and(isNull(userId), inArray(sql`lower(${email})`, addresses)));
}

/** Returns who owns a record: an account, or for a guest's record its address. */
export const personKeyOf = ({ userId, email }: { userId: string | null; email: string }): string =>
  userId ?? normalEmail(email);

/** Returns the keys under which a person's records are. */
export const recordKeysOf = ({ userId, address }: PersonKeys): string[] =>
  [userId, address].filter((key) => key !== null);
