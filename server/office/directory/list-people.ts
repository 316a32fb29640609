import { people } from "@db/schema";
import { asc, getViewSelectedFields, isNull, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { z } from "zod";
import { alphabetical } from "@db/schema/columns";
import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { type Page, pageLength, pageOf, sortedBy } from "../../core/pagination";
import { writeCsv } from "../../core/csv";
import { isContained } from "../../core/search";
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
  toRefund: string[];
  last: string;
  receivesAnnouncements: boolean;
  /** A text such as "Yes, since …: ticked the box when booking" or "No, unsubscribed on …". */
  announcements: string;
};

type PersonRow = typeof people.$inferSelect;

export async function listPeople(
  ctx: Context,
  { search, sort, page: wanted }: z.infer<typeof peopleQuery>,
): Promise<{ people: ListedPerson[]; page: Page }> {
  const { db } = ctx;
  const direction = sort === "last" || sort === "name" ? "asc" : "desc";
  const by = sort.endsWith("name") ? alphabetical(sql`${people.name}`) : people.lastAt;
  const order = sql.join(sortedBy(direction, by, people.key), sql`, `);
  // Counted and numbered in one query, as the view reads every booking.
  const found = db
    .select({
      ...getViewSelectedFields(people),
      total: sql`count(*) over ()`.mapWith(Number).as("total"),
      nth: sql`row_number() over (order by ${order})`.mapWith(Number).as("nth"),
    })
    .from(people)
    .where(search === "" ? undefined : isPersonMeant(search))
    .as("found");
  const pageOfRow = (nth: SQLWrapper) => sql`(${nth} - 1) / ${sql.raw(String(pageLength))}`;
  const rows = await db
    .select()
    .from(found)
    .where(sql`${pageOfRow(found.nth)} = least(${wanted} - 1, ${pageOfRow(found.total)})`)
    .orderBy(found.nth);
  const { page } = pageOf(wanted, rows[0]?.total ?? 0);
  return { people: await describePeople(ctx, rows), page };
}

export const isPersonMeant = (search: string): SQL =>
  isContained(search, sql`(${people.name} || ' ' || ${people.email})`);

const partLength = 500;
const header =
  "Name,Email,Account,Visits,No-shows,Spent,Last booking or purchase,Receives announcements,Still to refund".split(",");

/** The last person of a part: members come first, each group in the order of its addresses. */
type PeopleCursor = { isGuest: boolean; address: string };

type CsvPart = { csv: string; next: PeopleCursor | null };

/** Returns a part of a CSV file (RFC 4180): members by address, then guests. Each part reads its own people only. */
export async function exportPeople(ctx: Context, { after }: z.infer<typeof peopleExport>): Promise<CsvPart> {
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
    ...[person.spent.join(" + "), person.last, person.announcements, person.toRefund.join(" + ")],
  ]);
  const last = rows.length === partLength ? rows.at(-1) : undefined;
  const next = last ? { isGuest: last.userId === null, address: last.email.toLowerCase() } : null;
  return { csv: writeCsv(after ? null : header, lines), next };
}

async function describePeople(ctx: Context, rows: PersonRow[]): Promise<ListedPerson[]> {
  const { timeZone } = ctx.visitor;
  const emails = rows.map(({ email }) => email);
  const [summaries, consents] = await Promise.all([readSummaries(ctx, rows), readConsents(ctx, emails)]);
  return rows.map(({ key, name, email, userId, lastAt }, index) => ({
    key,
    name,
    email,
    isMember: userId !== null,
    visits: summaries[index]?.visits ?? 0,
    noShows: summaries[index]?.noShows ?? 0,
    spent: summaries[index]?.spent ?? [],
    toRefund: summaries[index]?.toRefund ?? [],
    last: dayOf(lastAt, timeZone),
    receivesAnnouncements: consents[index]?.receives ?? false,
    announcements: describeConsent(consents[index], timeZone),
  }));
}
