import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, currency, instant } from "./columns";

/** A setting without a row has its default. */
export const siteSettings = pgTable("site_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});

/** One row, raised by triggers with each change that public pages show. */
export const publicRevision = pgTable(
  "public_revision",
  {
    isOnly: boolean().primaryKey().default(true),
    revision: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [check("public_revision_one_row", sql`${table.isOnly}`)],
);

export const exchangeRates = pgTable("exchange_rates", {
  base: currency().primaryKey(),
  /** Decimals as text: "1.17". */
  rates: jsonb().$type<Record<string, string>>().notNull(),
  fetchedAt: instant().notNull(),
});

export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: instant(),
});

export const webhookStates = pgTable("webhook_states", {
  source: text().primaryKey(),
  lastEventAt: instant(),
  badSignatures: integer().notNull().default(0),
  lastBadSignatureAt: instant(),
  /** The number of bad signatures since the last valid event. */
  badSinceEvent: integer().notNull().default(0),
  /** When an event came that says which object it is about, but not what that is. */
  lastThinEventAt: instant(),
});

/** The input of a form refused after the session had ended; one per account. */
export const keptForms = pgTable("kept_forms", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  id: uuid().notNull(),
  address: text().notNull(),
  /** The fields, encrypted with a key outside the database. */
  sealedFields: text().notNull(),
  createdAt: createdAt(),
});

/** Digests of processed forms, so that a repeated post does nothing. */
export const formKeys = pgTable(
  "form_keys",
  {
    digest: text().primaryKey(),
    createdAt: createdAt(),
  },
  (table) => [index("form_keys_created_at_idx").on(table.createdAt)],
);
