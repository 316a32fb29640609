import { pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns";

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
