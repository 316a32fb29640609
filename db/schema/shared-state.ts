import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { currency, instant } from "./columns";

/** What the instructor has set; what has no row is at its default. */
export const siteSettings = pgTable("site_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});

/** What the exchange-rate service answered last, for all processes alike. */
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

/** How the messages of an outside service arrive; one row for each service. */
export const webhookStates = pgTable("webhook_states", {
  /** "stripe" or "resend" */
  source: text().primaryKey(),
  lastEventAt: instant(),
  badSignatures: integer().notNull().default(0),
  lastBadSignatureAt: instant(),
  /** Those that came after the last good event. */
  badSinceEvent: integer().notNull().default(0),
});
