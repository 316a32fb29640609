import type { z } from "zod";
import type { MemberContext } from "../../core/context";
import { shownEmail } from "../../core/email-address";
import { referenceOf } from "../../core/reference";
import { findSoldCards } from "../../catalogue/gift-cards/sold-cards";
import { findHeldPasses } from "../orders/passes/list-held-passes";
import { findByReference } from "../orders/find-orders";
import { readOrders } from "../orders/read-orders";
import type { OrderRef } from "../orders/schemas";
import { findSessions } from "../managing/list-sessions";
import type { officeQuery } from "./schemas";
import type { Queryable } from "@db/client";
import { people, users } from "@db/schema";
import { sql } from "drizzle-orm";
import { isPersonMeant } from "../directory/list-people";
import { isUserFound } from "../directory/users";

type SearchResult<Item> = { items: Item[]; hasMore: boolean };

type FoundPerson = { key: string; name: string; email: string };
type FoundUser = { id: string; name: string; email: string };
type FoundSession = { id: string; title: string; date: string; isDraft: boolean; isCancelled: boolean };
type FoundPass = { id: string; title: string; holder: string; left: string };
type FoundCard = { id: string; name: string; giver: string; left: string };
type FoundOrder = OrderRef & { reference: string; customer: string; item: string };

export type OfficeSearch = {
  people: SearchResult<FoundPerson>;
  /** Accounts that are not among the people, because they have never booked, bought or asked. */
  users: SearchResult<FoundUser>;
  sessions: SearchResult<FoundSession>;
  orders: SearchResult<FoundOrder>;
  /** Passes that were bought, by their holder or the reference of their order. */
  passes: SearchResult<FoundPass>;
  /** Gift cards that were sold, by their giver, recipient or reference. */
  giftCards: SearchResult<FoundCard>;
};

const mostOfEach = 8;

/** Finds what the admin's search names. Reads one row more than is shown of each kind, to know whether there are more. */
export async function searchOffice(ctx: MemberContext, { search }: z.infer<typeof officeQuery>): Promise<OfficeSearch> {
  if (search === "") {
    const ofOrders = { orders: nothing, passes: nothing, giftCards: nothing };
    return { people: nothing, users: nothing, sessions: nothing, ...ofOrders };
  }
  const { db } = ctx;
  const limit = mostOfEach + 1;
  const [found, sessions, refs, passes, cards] = await Promise.all([
    findPeopleAndUsers(db, search, limit),
    findSessions(ctx, search, limit),
    findByReference(db, search, limit),
    findHeldPasses(ctx, search, limit),
    findSoldCards(ctx, search, limit),
  ]);
  const people = found.filter(({ isPerson }) => isPerson);
  const users = found.filter(({ isPerson }) => !isPerson);
  const orders = refs.length > 0 ? await readOrders(ctx, refs) : [];
  return {
    people: firstOf(people.map(({ key, name, email }) => ({ key, name, email: shownEmail(email) }))),
    users: firstOf(users.map(({ key, name, email }) => ({ id: key, name, email }))),
    sessions: firstOf(sessions),
    orders: firstOf(
      orders.map(({ kind, id, customer, item }) => ({ kind, id, customer, item, reference: referenceOf({ id }) })),
    ),
    passes: firstOf(passes.map(({ id, title, holder, left }) => ({ id, title, holder, left }))),
    giftCards: firstOf(cards.map(({ id, name, giver, balance: left }) => ({ id, name, giver, left }))),
  };
}

const nothing = { items: [], hasMore: false };

const firstOf = <Item>(found: Item[]): SearchResult<Item> => ({
  items: found.slice(0, mostOfEach),
  hasMore: found.length > mostOfEach,
});

/** `key`: of the person, or the id of an account that has never booked or bought. */
type PersonOrUser = { key: string; name: string; email: string; isPerson: boolean };

/** Finds by name or address people, the last to book or buy first, then other accounts, the newest first. */
async function findPeopleAndUsers(db: Queryable, search: string, limit: number): Promise<PersonOrUser[]> {
  // In one query, as the view reads every booking.
  const { rows } = await db.execute<PersonOrUser>(sql`
    with found as (select * from ${people} where ${isPersonMeant(search)})
    (select key, name, email, true as "isPerson" from found order by last_at desc, key desc limit ${limit})
    union all
    (select ${users.id}::text, ${users.fullName}, ${users.email}, false from ${users}
      where ${users.archivedAt} is null and ${isUserFound(search)}
        and not exists (select from found where user_id = ${users.id})
      order by ${users.createdAt} desc, ${users.id} desc limit ${limit})`);
  return rows;
}
