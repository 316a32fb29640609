import { mailConsents } from "@db/schema";
import { and, asc, desc, gt } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "../../core/context";
import { writeCsv } from "../../core/csv";
import { dayOf } from "../../core/dates";
import { countFound, type Page, pageOf } from "../../core/pagination";
import { isContained } from "../../core/search";
import { findSuppressions, hasAsked, isReceiving, selectReceivers } from "../../platform/mail/consents";
import { causes, sources } from "./consent";
import type { consentQuery, consentsExport } from "./schemas";

type ListedConsent = {
  id: string;
  email: string;
  source: string;
  wording: string;
  asked: string;
  /** A text such as "Confirmed on Thu, Nov 26, 2026". */
  state: string;
  isReceiving: boolean;
};

type ConsentList = { consents: ListedConsent[]; page: Page; receivers: number };

/** Lists who was asked or had booked before, newest first, and counts who gets a newsletter. */
export async function listConsents(
  ctx: Context,
  { search, page: wanted }: z.infer<typeof consentQuery>,
): Promise<ConsentList> {
  const { db } = ctx;
  const isFound = search === "" ? undefined : isContained(search, mailConsents.email);
  const found = isFound
    ? await countFound(db, db.select({ id: mailConsents.id }).from(mailConsents).where(isFound))
    : await db.$count(mailConsents);
  const paged = pageOf(wanted, found);
  const rows = await db
    .select()
    .from(mailConsents)
    .where(isFound)
    .orderBy(desc(mailConsents.requestedAt), desc(mailConsents.id))
    .limit(paged.limit)
    .offset(paged.offset);
  const receivers = await db.$count(selectReceivers(db, hasAsked).as("receivers"));
  return { consents: await describeConsents(ctx, rows), page: paged.page, receivers };
}

type ConsentRow = typeof mailConsents.$inferSelect;

async function describeConsents({ db, visitor }: Context, rows: ConsentRow[]): Promise<ListedConsent[]> {
  const suppressions = await findSuppressions(
    db,
    rows.map(({ email }) => email),
  );
  const on = (moment: Date) => dayOf(moment, visitor.timeZone);
  return rows.map((row) => {
    const stopped = suppressions.get(row.email);
    const isCurrent = row.confirmedAt !== null && row.withdrawnAt === null;
    return {
      id: row.id,
      email: row.email,
      wording: row.wording,
      asked: on(row.requestedAt),
      source: sources[row.source],
      state: stateOf(row, stopped && `Stopped: ${causes[stopped.reason]} ${on(stopped.at)}`, on),
      isReceiving: isCurrent && !stopped,
    };
  });
}

function stateOf(
  { confirmedAt, withdrawnAt }: ConsentRow,
  stopped: string | undefined,
  on: (moment: Date) => string,
): string {
  if (withdrawnAt) return `Withdrawn on ${on(withdrawnAt)}`;
  if (!confirmedAt) return "Not confirmed";
  return stopped ?? `Confirmed on ${on(confirmedAt)}`;
}

const partLength = 500;
const header = "Email,Where,Wording,Asked,Confirmed".split(",");

type CsvPart = { csv: string; next: string | null };

/** Returns a part of a CSV file (RFC 4180) of those who get newsletters, by address. */
export async function exportConsents({ db }: Context, { after }: z.infer<typeof consentsExport>): Promise<CsvPart> {
  const rows = await db
    .select()
    .from(mailConsents)
    .where(and(isReceiving(db), hasAsked, gt(mailConsents.email, after ?? "")))
    .orderBy(asc(mailConsents.email))
    .limit(partLength);
  const lines = rows.map(({ email, source, wording, requestedAt, confirmedAt }) => [
    ...[email, sources[source], wording, requestedAt.toISOString(), confirmedAt?.toISOString() ?? ""],
  ]);
  const next = rows.length === partLength ? (rows.at(-1)?.email ?? null) : null;
  return { csv: writeCsv(after === null ? header : null, lines), next };
}
