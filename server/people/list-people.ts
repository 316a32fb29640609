import { people } from "@db/schema";
import { asc, desc, isNull, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Queryable } from "@db/client";
import { alphabetical } from "@db/schema/columns";
import type { Context } from "../core/context";
import { dayOf } from "../core/dates";
import { containing, countFound, type Page, pageOf, sortedBy } from "../core/pagination";
import { writeCsv } from "../core/csv";
import { describeConsent, readConsents } from "./consent";
import { readSummaries } from "./person-summaries";
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
  /** "Yes, since …: ticked the box when booking", "No, unsubscribed on …" */
  announcements: string;
};

type Row = typeof people.$inferSelect;

type FoundPerson = Pick<Row, "key" | "name" | "email">;

export async function listPeople(
  ctx: Context,
  { search, sort, page: wanted }: z.infer<typeof peopleQuery>,
): Promise<{ people: ListedPerson[]; page: Page }> {
  const { db } = ctx;
  const isMeant = search === "" ? undefined : matches(search);
  const total = isMeant
    ? await countFound(db, db.select({ key: people.key }).from(people).where(isMeant))
    : await db.$count(people);
  const { page, limit, offset } = pageOf(wanted, total);
  const direction = sort === "last" || sort === "name" ? "asc" : "desc";
  const by = sort.endsWith("name") ? alphabetical(sql`${people.name}`) : people.lastAt;
  const rows = await db
    .select()
    .from(people)
    .where(isMeant)
    .orderBy(...sortedBy(direction, by, people.key))
    .limit(limit)
    .offset(offset);
  return { people: await describePeople(ctx, rows), page };
}

/** Finds people by name or address, the last to book or buy first. */
export const findPeople = async (db: Queryable, search: string, limit: number): Promise<FoundPerson[]> =>
  db
    .select({ key: people.key, name: people.name, email: people.email })
    .from(people)
    .where(matches(search))
    .orderBy(desc(people.lastAt), desc(people.key))
    .limit(limit);

const matches = (search: string): SQL => sql`(${people.name} || ' ' || ${people.email}) ilike ${containing(search)}`;

const partLength = 500;
const header = "Name,Email,Account,Visits,No-shows,Spent,Last booking or purchase,Receives announcements".split(",");

/** The last person of a part: members come first, each group in the order of its addresses. */
type PeopleCursor = { isGuest: boolean; address: string };

type Exported = { csv: string; next: PeopleCursor | null };

/** Returns a part of a CSV file (RFC 4180): members by address, then guests. Each part reads its own people only. */
export async function exportPeople(ctx: Context, { after }: z.infer<typeof peopleExport>): Promise<Exported> {
  const from = after ?? { isGuest: false, address: "" };
  const order = [isNull(people.userId), sql`lower(${people.email})`];
  const rows = await ctx.db
    .select()
    .from(people)
    .where(sql`(${order[0]}, ${order[1]}) > (${from.isGuest}, ${from.address})`)
    .orderBy(...order.map((column) => asc(column)))
    .limit(partLength);
  const lines = (await describePeople(ctx, rows)).map(({ name, email, isMember, ...person }) => [
    ...[name, email, isMember ? "yes" : "no", String(person.visits), String(person.noShows)],
    ...[person.spent.join(" + "), person.last, person.announcements],
  ]);
  const last = rows.length === partLength ? rows.at(-1) : undefined;
  const next = last ? { isGuest: last.userId === null, address: last.email.toLowerCase() } : null;
  return { csv: writeCsv(after ? lines : [header, ...lines]), next };
}

async function describePeople(ctx: Context, rows: Row[]): Promise<ListedPerson[]> {
  const { timeZone } = ctx.visitor;
  const emails = rows.map(({ email }) => email);
  const [summaries, consents] = await Promise.all([readSummaries(ctx, rows), readConsents(ctx, emails)]);
  return rows.map(({ key, name, email, userId, lastAt }, index) => ({
    ...{ key, name, email },
    isMember: userId !== null,
    visits: summaries[index]?.visits ?? 0,
    noShows: summaries[index]?.noShows ?? 0,
    spent: summaries[index]?.spent ?? [],
    last: dayOf(lastAt, timeZone),
    receivesAnnouncements: consents[index]?.receives ?? false,
    announcements: describeConsent(consents[index], timeZone),
  }));
}
