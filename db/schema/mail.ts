import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

export type MailAttachment = { filename: string; contentType: string; content: string };

/**
 * Why an unsent mail is not retried: `refused` by the mail service, `withheld` because the recipient wants no
 * announcements, `unconfirmed` because it may have been sent without an answer.
 */
export const mailStop = pgEnum("mail_stop", ["refused", "withheld", "unconfirmed"]);

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
    /** The sender's name at the time of writing; null means the configured name. */
    senderName: text(),
    /** Identifies the mail's cause, so that a retry never sends it twice. */
    dedupeKey: text().notNull().unique(),
    /** Calendar files and the like, as text. */
    attachments: jsonb().$type<MailAttachment[]>(),
    /** An announcement: has an unsubscribe link and is not sent to those who unsubscribed. */
    isAnnouncement: boolean().notNull().default(false),
    /** The secret of the unsubscribe link, 256 random bits; announcements only. */
    unsubscribeKey: text(),
    html: text(),
    text: text(),
    providerId: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** The first try that had no answer: the mail service may have accepted it. */
    unansweredAt: instant(),
    stopped: mailStop(),
    createdAt: createdAt(),
    sentAt: instant(),
    /** Reports of the mail service; a bounce outweighs a delivery in any order. */
    deliveredAt: instant(),
    bouncedAt: instant(),
    bounceReason: text(),
    complainedAt: instant(),
    /** When the instructor dismissed a mail that did not arrive. */
    dismissedAt: instant(),
  },
  (table) => [
    index("outbox_emails_listed_idx").on(sql`${table.createdAt} desc`, sql`${table.id} desc`),
    index("outbox_emails_provider_idx").on(table.providerId),
    index("outbox_emails_recipient_idx").on(sql`lower(${table.recipient})`),
    index("outbox_emails_unsent_idx")
      .on(table.createdAt)
      .where(sql`${table.sentAt} is null and ${table.stopped} is null`),
    index("outbox_emails_undelivered_idx")
      .on(table.createdAt)
      .where(sql`${table.bouncedAt} is not null or ${table.complainedAt} is not null or ${table.stopped} is not null`),
  ],
);

/** When the next request to the mail service may be made; shared by all processes. */
export const mailPace = pgTable("mail_pace", {
  service: text().primaryKey(),
  nextAt: instant().notNull(),
});

export const suppressionReason = pgEnum("suppression_reason", ["unsubscribed", "bounced", "complained"]);

/** Hashes of addresses that get no announcements; kept after the account is deleted. */
export const mailSuppressions = pgTable(
  "mail_suppressions",
  {
    addressHash: text().notNull(),
    reason: suppressionReason().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.reason] })],
);

/** Processed events of the mail service, to recognise repeated ones. */
export const mailEvents = pgTable("mail_events", {
  id: text().primaryKey(),
  receivedAt: instant().notNull(),
});
