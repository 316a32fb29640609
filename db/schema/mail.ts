import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

export type MailAttachment = { filename: string; contentType: string; content: string };

/**
 * Why a mail that was not sent is not tried again: the mail service refused it for good, its recipient wants no
 * announcements, or it may have been sent although the service never said so.
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
    /** The name it is sent under, as it was when it was written; null: the one of the process's settings. */
    senderName: text(),
    /** Says what the mail is about, so that a retried cause never mails twice. */
    dedupeKey: text().notNull().unique(),
    /** Calendar files and the like, as text. */
    attachments: jsonb().$type<MailAttachment[]>(),
    /** Announces or advertises: carries a link to unsubscribe and is kept from those who used one. */
    isAnnouncement: boolean().notNull().default(false),
    /** What the link to unsubscribe proves: 256 random bits. Only announcements have one. */
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
    /** What the mail service has reported since; a bounce counts more than a delivery, in whatever order they come. */
    deliveredAt: instant(),
    bouncedAt: instant(),
    bounceReason: text(),
    complainedAt: instant(),
    /** The instructor has dealt with a mail that did not arrive. */
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

/** Addresses that get no announcements, as hashes: the table is no list of addresses and outlives their accounts. */
export const mailSuppressions = pgTable(
  "mail_suppressions",
  {
    addressHash: text().notNull(),
    reason: suppressionReason().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.reason] })],
);

/** The mail service's events that have taken effect, so that a repeated one is recognised. */
export const mailEvents = pgTable("mail_events", {
  id: text().primaryKey(),
  receivedAt: instant().notNull(),
});
