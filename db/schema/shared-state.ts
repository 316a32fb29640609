import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { currency, instant } from "./columns";

/** A setting without a row has its default. */
export const siteSettings = pgTable("site_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});

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
  /** Since the last valid event. */
  badSinceEvent: integer().notNull().default(0),
});
