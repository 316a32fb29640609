import { and, desc, or, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import type { z } from "zod";
import { outboxEmails } from "@db/schema";
import { shownEmail } from "../core/deleted-address";
import { type Page, pageLength, pageOf } from "../core/pagination";
import type { MemberContext } from "../trpc/context";
import { mailStatus, statusColumns, whereMailIs } from "./mail-status";
import type { MailStatus, mailQuery } from "./schemas";

export type ListedMail = { id: string; to: string; subject: string; at: string; status: MailStatus };

/** Every mail that was written, the newest first; times in the admin's zone. Two queries. */
export async function listMails(
  { db, visitor }: MemberContext,
  { search, status, page: wanted }: z.infer<typeof mailQuery>,
): Promise<{ mails: ListedMail[]; page: Page }> {
  const has = (column: typeof outboxEmails.recipient | typeof outboxEmails.subject) =>
    sql`strpos(lower(${column}), lower(${search})) > 0`;
  const isFound = search ? or(has(outboxEmails.recipient), has(outboxEmails.subject)) : undefined;
  const isMeant = and(isFound, status && whereMailIs(status));
  const { page, offset } = pageOf(wanted, await db.$count(outboxEmails, isMeant));
  const { id, createdAt } = outboxEmails;
  const rows = await db
    .select({ id, recipient: outboxEmails.recipient, subject: outboxEmails.subject, createdAt, ...statusColumns })
    .from(outboxEmails)
    .where(isMeant)
    .orderBy(desc(createdAt), desc(id))
    .limit(pageLength)
    .offset(offset);
  const mails = rows.map((row) => ({
    id: row.id,
    to: shownEmail(row.recipient),
    subject: row.subject,
    at: timeIn(row.createdAt, visitor.timeZone),
    status: mailStatus(row),
  }));
  return { mails, page };
}

/** "Nov 21, 2026, 9:05 AM" */
export const timeIn = (instant: Date, zone: string): string =>
  DateTime.fromJSDate(instant, { zone }).setLocale("en-US").toFormat("LLL d, yyyy, h:mm a");
