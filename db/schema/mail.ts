import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

export type MailAttachment = { filename: string; contentType: string; content: string };

/** `refused` by the service; `withheld` after unsubscribing; `unconfirmed`: may have been sent. */
export const mailStop = pgEnum("mail_stop", ["refused", "withheld", "unconfirmed"]);

/** Mails, written in the transaction that causes them and sent by a job. `html` and `text` are what was sent. */
export const outboxEmails = pgTable(
  "outbox_emails",
  {
    id: id(),
    template: text().notNull(),
    props: jsonb().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    replyTo: text(),
    senderName: text(),
    /** Identifies the mail's cause: a second mail with the same key is not written. */
    dedupeKey: text().notNull().unique(),
    attachments: jsonb().$type<MailAttachment[]>(),
    isAnnouncement: boolean().notNull().default(false),
    /** 256 random bits; announcements only. */
    unsubscribeKey: text(),
    html: text(),
    text: text(),
    providerId: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** The first attempt without an answer: the service may have accepted it. */
    unansweredAt: instant(),
    stopped: mailStop(),
    createdAt: createdAt(),
    sentAt: instant(),
    /** A bounce takes precedence over a delivery in any order. */
    deliveredAt: instant(),
    bouncedAt: instant(),
    bounceReason: text(),
    complainedAt: instant(),
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

/** The pace of sending, which all processes share. */
export const mailPace = pgTable("mail_pace", {
  service: text().primaryKey(),
  nextAt: instant().notNull(),
});

export const suppressionReason = pgEnum("suppression_reason", ["unsubscribed", "bounced", "complained"]);

/** Hashes, which outlive a deleted account. */
export const mailSuppressions = pgTable(
  "mail_suppressions",
  {
    addressHash: text().notNull(),
    reason: suppressionReason().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.reason] })],
);

/** `existing_customer`: written by a migration for those who had booked or bought before the site asked. */
export const consentSource = pgEnum("consent_source", [
  "booking",
  "sign_up",
  "profile",
  "unsubscribe_page",
  "existing_customer",
]);

/** Who has agreed to announcements. A withdrawn row stays as proof; a new consent is a new row. */
export const mailConsents = pgTable(
  "mail_consents",
  {
    id: id(),
    /** The address in lower case. */
    email: text().notNull(),
    addressHash: text().notNull(),
    source: consentSource().notNull(),
    /** The sentence beside the box that was ticked. */
    wording: text().notNull(),
    requestedAt: instant().notNull(),
    /** 256 random bits in the mailed link. */
    confirmKey: text(),
    mailedAt: instant(),
    confirmedAt: instant(),
    withdrawnAt: instant(),
  },
  (table) => [
    uniqueIndex("mail_consents_current_idx")
      .on(table.addressHash, sql`(${table.source} = 'existing_customer')`)
      .where(sql`${table.withdrawnAt} is null`),
    index("mail_consents_address_idx").on(table.addressHash),
    index("mail_consents_listed_idx").on(sql`${table.requestedAt} desc`, sql`${table.id} desc`),
  ],
);

/** Recognises repeated events. */
export const mailEvents = pgTable("mail_events", {
  id: text().primaryKey(),
  receivedAt: instant().notNull(),
});
