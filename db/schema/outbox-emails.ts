import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

export type MailAttachment = { filename: string; contentType: string; content: string };

/** Written in the transaction that causes the mail, sent by a job; html and text are what was really sent. */
export const outboxEmails = pgTable(
  "outbox_emails",
  {
    id: id(),
    /** Names the template in `emails/`; `props` is what it prints. */
    template: text().notNull(),
    props: jsonb().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    replyTo: text(),
    /** The name it is sent under, as it was when it was written; null: the one of the process's settings. */
    senderName: text(),
    /** Says what the mail is about, so that a retried cause never mails twice. */
    dedupeKey: text().notNull().unique(),
    /** Calendar files and the like, as text. */
    attachments: jsonb().$type<MailAttachment[]>(),
    html: text(),
    text: text(),
    providerId: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  (table) => [index("outbox_emails_listed_idx").on(sql`${table.createdAt} desc`, sql`${table.id} desc`)],
);
