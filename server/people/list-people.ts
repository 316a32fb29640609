import { one } from "@db/one";
import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { alphabetical } from "@db/schema";
import type { Context } from "../core/context";
import { dayOf } from "../core/dates";
import { type Page, pageLength, pageOf } from "../core/pagination";
import { writeCsv } from "../core/csv";
import { describeConsent, readConsents } from "./consent";
import { readHistories } from "./person-history";
import { findPeopleAfter, type PeopleCursor, peopleSql, type Person } from "./person-records";
import type { peopleExport, peopleQuery } from "./schemas";

type ListedPerson = {
  key: string;
  name: string;
  email: string;
  isMember: boolean;
  visits: number;
  noShows: number;
  spent: string[];
  last: string;
  receivesAnnouncements: boolean;
  /** "Yes, since …", "No, unsubscribed on …" */
  announcements: string;
};

type Row = {
  key: string;
  name: string;
  email: string;
  user_id: string | null;
  address: string | null;
  last_at: string;
};

const orders: Record<string, SQL> = {
  "": sql`last_at desc, key desc`,
  last: sql`last_at, key`,
  name: sql`${alphabetical(sql`name`)}, key`,
  "-name": sql`${alphabetical(sql`name`)} desc, key desc`,
};

export async function listPeople(
  ctx: Context,
  { search, sort, page: wanted }: z.infer<typeof peopleQuery>,
): Promise<{ people: ListedPerson[]; page: Page }> {
  const counted = await ctx.db.execute<{ total: string }>(
    sql`select count(*) as total from (${peopleSql({ search })}) as people`,
  );
  const { page, offset } = pageOf(wanted, Number(one(counted.rows, "count").total));
  return { people: await readPeople(ctx, { search, sort, limit: pageLength, offset }), page };
}

const partLength = 500;
const header = "Name,Email,Account,Visits,No-shows,Spent,Last booking or purchase,Receives announcements".split(",");

type Exported = { csv: string; next: PeopleCursor | null };

/** Returns a part of a CSV file (RFC 4180): members by address, then guests. Each part reads its own people only. */
export async function exportPeople(ctx: Context, { after }: z.infer<typeof peopleExport>): Promise<Exported> {
  const from = after ?? { isGuest: false, address: "" };
  const found = await findPeopleAfter(ctx.db, from, partLength);
  const { rows } = await ctx.db.execute<Row>(
    sql`${peopleSql({ among: found.people })} and (user_id is null) = ${from.isGuest} order by lower(email), key`,
  );
  const lines = (await describePeople(ctx, rows)).map(({ name, email, isMember, ...person }) => [
    ...[name, email, isMember ? "yes" : "no", String(person.visits), String(person.noShows)],
    ...[person.spent.join(" + "), person.last, person.announcements],
  ]);
  return { csv: writeCsv(after ? lines : [header, ...lines]), next: found.next };
}

type Window = { search: string; sort: string; limit: number; offset: number };

async function readPeople(ctx: Context, { search, sort, limit, offset }: Window): Promise<ListedPerson[]> {
  const { rows } = await ctx.db.execute<Row>(
    sql`${peopleSql({ search })} order by ${orders[sort] ?? orders[""]} limit ${limit} offset ${offset}`,
  );
  return describePeople(ctx, rows);
}

async function describePeople(ctx: Context, rows: Row[]): Promise<ListedPerson[]> {
  const { timeZone } = ctx.visitor;
  const people = rows.map(({ key, email, user_id: userId, address }): Person => ({ key, userId, email, address }));
  const histories = await readHistories(ctx, people);
  const consents = await readConsents(
    ctx,
    rows.map(({ email }, index) => ({ email, since: histories[index]?.since ?? null })),
  );
  return rows.map(({ key, name, email, user_id: userId, last_at: lastAt }, index) => ({
    ...{ key, name, email },
    isMember: userId !== null,
    visits: histories[index]?.visits ?? 0,
    noShows: histories[index]?.noShows ?? 0,
    spent: histories[index]?.spent ?? [],
    last: dayOf(new Date(lastAt), timeZone),
    receivesAnnouncements: consents[index]?.receives ?? true,
    announcements: describeConsent(consents[index], timeZone),
  }));
}
