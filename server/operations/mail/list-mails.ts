import { and, desc, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { outboxEmails } from "@db/schema";
import { type Page, pageLength, pageOf } from "../../core/pagination";
import type { MemberContext } from "../../core/context";
import { shownEmail } from "../../core/email-address";
import { mailStatus, statusColumns, whereMailIs } from "../../mail/mail-status";
import type { MailStatus } from "../../mail/schemas";
import { readWebhookHealth, type WebhookHealth } from "../../payments/webhook-tally";
import { timeIn } from "../../core/dates";
import type { mailQuery } from "./schemas";

type ListedMail = { id: string; to: string; subject: string; at: string; status: MailStatus };

/**
 * Every mail that was written, the newest first; times in the admin's zone. `webhooks` says how Resend's reports of them
 * arrive, null where there are none. Three queries at the most.
 */
export async function listMails(
  { db, clock, settings, visitor }: MemberContext,
  { search, status, page: wanted }: z.infer<typeof mailQuery>,
): Promise<{ mails: ListedMail[]; page: Page; webhooks: WebhookHealth | null }> {
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
  const webhooks = settings.resendWebhookSecret ? await readWebhookHealth({ db, clock }, "resend") : null;
  return { mails, page, webhooks };
}
