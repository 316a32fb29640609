import type { Queryable } from "@db/client";
import { type Account, collectionPurchases, sessionBookings, users } from "@db/schema";
import { and, eq, gt, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";
import { isUuid } from "../core/input-schemas";

/** An account's id, or the MD5 of a guest's address; the account that confirms the address takes over the records. */
type PersonKey = string;

type Asked = {
  search?: string;
  /** Reads the records of these people only. */
  among?: Owner[];
};

export const peopleSql = ({ search = "", among }: Asked): SQL => sql`
  with records as (
    select ${sessionBookings.userId} as user_id, lower(${sessionBookings.attendeeEmail}) as email,
      ${sessionBookings.attendeeFirstName} || ' ' || ${sessionBookings.attendeeLastName} as name,
      ${sessionBookings.createdAt} as created_at
    from ${sessionBookings}
    where ${isNull(sessionBookings.archivedAt)} and ${sessionBookings.attendeeEmail} not like '%@deleted.invalid'
      and ${(among && whereBookingsOf(among)) ?? sql`true`}
    union all
    select ${collectionPurchases.userId}, lower(${collectionPurchases.customerEmail}),
      ${collectionPurchases.customerName}, ${collectionPurchases.createdAt}
    from ${collectionPurchases}
    where ${isNull(collectionPurchases.archivedAt)}
      and ${collectionPurchases.customerEmail} not like '%@deleted.invalid'
      and ${(among && wherePurchasesOf(among)) ?? sql`true`}
  ), owned as (
    select records.*, coalesce(records.user_id, owner.id) as account_id
    from records
    left join ${users} owner on records.user_id is null
      and lower(owner.email) = records.email and owner.email_confirmed_at is not null
  ), people as (
    select coalesce(account.id::text, md5(records.email)) as key,
      coalesce(max(account.full_name), (array_agg(records.name order by records.created_at desc))[1]) as name,
      coalesce(max(account.email), max(records.email)) as email,
      account.id as user_id,
      case when account.id is null then max(records.email) when account.email_confirmed_at is not null
        then lower(account.email) end as address,
      max(records.created_at) as last_at
    from owned as records
    left join ${users} account on account.id = records.account_id
    group by 1, account.id
  )
  select * from people
  where ${search === "" ? sql`true` : sql`strpos(lower(name || ' ' || email), lower(${search})) > 0`}`;

/** The last person of a part: members come first, each group in the order of its addresses. */
export type PeopleCursor = { isGuest: boolean; address: string };

/** Returns the next people and where the following ones begin, without reading those before. */
export async function findPeopleAfter(
  db: Queryable,
  { isGuest, address }: PeopleCursor,
  limit: number,
): Promise<{ people: Owner[]; next: PeopleCursor | null }> {
  const people = await (isGuest ? findGuestsAfter(db, address, limit) : findMembersAfter(db, address, limit));
  const last = people.at(-1);
  if (people.length === limit && last) return { people, next: { isGuest, address: last.sortedBy } };
  return { people, next: isGuest ? null : { isGuest: true, address: "" } };
}

async function findMembersAfter(db: Queryable, after: string, limit: number) {
  const byAddress = sql`lower(${users.email})`;
  const accounts = await db
    .select()
    .from(users)
    .where(and(isNull(users.archivedAt), gt(byAddress, after)))
    .orderBy(byAddress)
    .limit(limit);
  return accounts.map((account) => ({ ...personOf(account), sortedBy: account.email.toLowerCase() }));
}

async function findGuestsAfter(db: Queryable, after: string, limit: number) {
  const guestsIn = (table: SQL, email: SQL, userId: SQL) => sql`
    (select distinct lower(${email}) as address from ${table}
      where ${userId} is null and lower(${email}) > ${after} order by 1 limit ${limit})`;
  const { rows } = await db.execute<{ address: string }>(sql`
    ${guestsIn(sql`${sessionBookings}`, sql`${sessionBookings.attendeeEmail}`, sql`${sessionBookings.userId}`)}
    union
    ${guestsIn(sql`${collectionPurchases}`, sql`${collectionPurchases.customerEmail}`, sql`${collectionPurchases.userId}`)}
    order by 1 limit ${limit}`);
  return rows.map(({ address }) => ({ userId: null, address, sortedBy: address }));
}

export type Person = {
  key: PersonKey;
  userId: string | null;
  email: string;
  /** Whose guest records are theirs, in lower case; null for an account that has not confirmed its address. */
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
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNotNull(users.emailConfirmedAt)));
  return owner ? personOf(owner) : { key, userId: null, email, address: email };
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
    select lower(${collectionPurchases.customerEmail}) from ${collectionPurchases}
    where ${isNull(collectionPurchases.userId)} and md5(lower(${collectionPurchases.customerEmail})) = ${digest}
    limit 1`);
  return rows[0]?.email;
}

type Owner = Pick<Person, "userId" | "address">;

export const whereBookingsOf = (people: Owner[]): SQL | undefined =>
  whereOwnedBy(people, { userId: sessionBookings.userId, email: sessionBookings.attendeeEmail });

export const wherePurchasesOf = (people: Owner[]): SQL | undefined =>
  whereOwnedBy(people, { userId: collectionPurchases.userId, email: collectionPurchases.customerEmail });

function whereOwnedBy(people: Owner[], { userId, email }: { userId: AnyPgColumn; email: AnyPgColumn }) {
  const accounts = people.flatMap((person) => person.userId ?? []);
  const addresses = people.flatMap(({ address }) => address ?? []);
  return or(inArray(userId, accounts), and(isNull(userId), inArray(sql`lower(${email})`, addresses)));
}

/** Returns who owns a record: an account, or for a guest's record its address. */
export const ownerOf = ({ userId, email }: { userId: string | null; email: string }): string =>
  userId ?? normalEmail(email);

/** Returns the owners under which a person's records are. */
export const recordKeysOf = ({ userId, address }: Owner): string[] => [userId, address].filter((key) => key !== null);
