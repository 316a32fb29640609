import { one } from "@db/one";
import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { alphabetical } from "@db/schema";
import type { Context } from "../core/context";
import { dayOf } from "../core/dates";
import { type Page, pageLength, pageOf } from "../core/pagination";
import { writeCsv } from "../core/csv";
import { readHistories } from "./person-history";
import { peopleSql, type Person } from "./person-records";
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
    sql`select count(*) as total from (${peopleSql(search)}) as people`,
  );
  const { page, offset } = pageOf(wanted, Number(one(counted.rows, "count").total));
  return { people: await readPeople(ctx, { search, sort, limit: pageLength, offset }), page };
}

const partLength = 500;
const header = "Name,Email,Account,Visits,No-shows,Spent,Last booking or purchase".split(",");

/** Returns a part of a CSV file (RFC 4180) with all people by name, and where the next one begins. */
export async function exportPeople(
  ctx: Context,
  { offset }: z.infer<typeof peopleExport>,
): Promise<{ csv: string; next: number | null }> {
  const people = await readPeople(ctx, { search: "", sort: "name", limit: partLength, offset });
  const rows = people.map(({ name, email, isMember, visits, noShows, spent, last }) => [
    ...[name, email, isMember ? "yes" : "no"],
    ...[String(visits), String(noShows), spent.join(" + "), last],
  ]);
  return {
    csv: writeCsv(offset === 0 ? [header, ...rows] : rows),
    next: people.length === partLength ? offset + partLength : null,
  };
}

type Window = { search: string; sort: string; limit: number; offset: number };

async function readPeople(ctx: Context, { search, sort, limit, offset }: Window): Promise<ListedPerson[]> {
  const { rows } = await ctx.db.execute<Row>(
    sql`${peopleSql(search)} order by ${orders[sort] ?? orders[""]} limit ${limit} offset ${offset}`,
  );
  const people = rows.map(({ key, email, user_id: userId, address }): Person => ({ key, userId, email, address }));
  const histories = await readHistories(ctx, people);
  return rows.map(({ key, name, email, user_id: userId, last_at: lastAt }, index) => ({
    ...{ key, name, email },
    isMember: userId !== null,
    visits: histories[index]?.visits ?? 0,
    noShows: histories[index]?.noShows ?? 0,
    spent: histories[index]?.spent ?? [],
    last: dayOf(new Date(lastAt), ctx.visitor.timeZone),
  }));
}
