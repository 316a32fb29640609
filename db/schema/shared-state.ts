import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { currency, instant } from "./columns";

/** The instructor's settings; a setting without a row has its default. */
export const siteSettings = pgTable("site_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});

/** The latest exchange rates, shared by all processes. */
export const exchangeRates = pgTable("exchange_rates", {
  base: currency().primaryKey(),
  /** By currency code, as decimals in text: "1.17". */
  rates: jsonb().$type<Record<string, string>>().notNull(),
  fetchedAt: instant().notNull(),
});

/** Counters of the rate limiter, shared by all processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: instant(),
});

/** The state of webhooks, one row for each service. */
export const webhookStates = pgTable("webhook_states", {
  /** "stripe" or "resend" */
  source: text().primaryKey(),
  lastEventAt: instant(),
  badSignatures: integer().notNull().default(0),
  lastBadSignatureAt: instant(),
  /** Bad signatures since the last valid event. */
  badSinceEvent: integer().notNull().default(0),
});
