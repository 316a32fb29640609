import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

/** The instructor's account at a CalDAV server. Its address, user and password are encrypted with a key outside the database. */
export const calendarAccounts = pgTable("calendar_accounts", {
  id: id(),
  host: text().notNull(),
  sealedLogin: text().notNull(),
  /** Since when sessions can't be written into its calendar; null while they can. */
  failingSince: instant(),
  failure: text(),
  /** When it was disconnected: it stays until the site's sessions are removed from its calendar. */
  leftAt: instant(),
  createdAt: createdAt(),
});

export type CalendarAccount = typeof calendarAccounts.$inferSelect;

/** A calendar of the instructor: by a secret address, or one of the account's. */
export const calendarSources = pgTable(
  "calendar_sources",
  {
    id: id(),
    /** Null for one with a secret address. */
    accountId: uuid().references(() => calendarAccounts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    host: text().notNull(),
    /** The address, encrypted with a key outside the database. */
    sealedAddress: text().notNull(),
    /** Whether its events take times away. */
    isRead: boolean().notNull().default(true),
    /** Whether invitations take times away that she has neither accepted nor declined. */
    countsOpen: boolean().notNull().default(false),
    /** Whether sessions are written into it. */
    isWritten: boolean().notNull().default(false),
    /** What the service wants to be asked with, to say that nothing has changed. */
    etag: text(),
    lastModified: text(),
    /** When the answer that counts was asked for. */
    askedAt: instant(),
    /** When events were last read: an unchanged calendar is read again as days pass. */
    readAt: instant(),
    /** When there last was an answer. */
    answeredAt: instant(),
    events: integer().notNull().default(0),
    unreadable: integer().notNull().default(0),
    /** What of its events was not understood, in sentences. */
    remarks: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The longest time that its fullest event leaves free at once, in minutes; null before the first answer. */
    freeMinutes: integer(),
    /** Since when there is no answer; null while there is one. */
    failingSince: instant(),
    failure: text(),
    /** Before this time it is not asked again of itself. */
    retryAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("calendar_sources_account_idx").on(table.accountId),
    uniqueIndex("calendar_sources_written")
      .on(table.isWritten)
      .where(sql`${table.isWritten}`),
    check("calendar_sources_written_account", sql`not ${table.isWritten} or ${table.accountId} is not null`),
    check("calendar_sources_failure", sql`(${table.failingSince} is null) = (${table.failure} is null)`),
  ],
);

export type CalendarSource = typeof calendarSources.$inferSelect;

/** When a calendar of the instructor is busy, without anything that says why. */
export const calendarBusyTimes = pgTable(
  "calendar_busy_times",
  {
    sourceId: uuid()
      .notNull()
      .references(() => calendarSources.id, { onDelete: "cascade" }),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
  },
  (table) => [
    index("calendar_busy_times_idx").on(table.sourceId, table.startsAt),
    check("calendar_busy_times_order", sql`${table.startsAt} < ${table.endsAt}`),
  ],
);

/** What was written of a session into the instructor's calendar. Outlives the session, so that its event can be removed. */
export const calendarCopies = pgTable(
  "calendar_copies",
  {
    sessionId: uuid().primaryKey(),
    sourceId: uuid()
      .notNull()
      .references(() => calendarSources.id, { onDelete: "cascade" }),
    /** The server's name for this state of the event; null if it gave none. */
    etag: text(),
    /** What was written; null if it has to be written again. */
    contentHash: text(),
    endsAt: instant().notNull(),
    writtenAt: instant().notNull(),
  },
  (table) => [index("calendar_copies_source_idx").on(table.sourceId)],
);
