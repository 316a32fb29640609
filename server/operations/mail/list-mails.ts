import { and, desc, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { outboxEmails } from "@db/schema";
import { type Page, pageLength, pageOf } from "../../core/pagination";
import type { MemberContext } from "../../core/context";
import { shownEmail } from "../../core/email-address";
import { mailStatus, statusColumns, whereMailIs } from "../../mail/mail-status";
import type { MailStatus } from "../../mail/schemas";
import { timeIn } from "../../core/dates";
import type { mailQuery } from "./schemas";

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
