import { jsonb, pgTable } from "drizzle-orm/pg-core";
import { currency, instant } from "./columns";

/** What the exchange-rate service answered last, for all processes alike. */
export const exchangeRates = pgTable("exchange_rates", {
  base: currency().primaryKey(),
  /** By currency code, as decimals in text: "1.17". */
  rates: jsonb().$type<Record<string, string>>().notNull(),
  fetchedAt: instant().notNull(),
});
