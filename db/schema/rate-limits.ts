import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Counters of the rate limiter, shared by all processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: instant(),
});
