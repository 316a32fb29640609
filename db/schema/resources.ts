import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, currency, id } from "./columns";

export const resources = pgTable(
  "resources",
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    category: text(),
    priceMinor: integer().notNull().default(0),
    priceCurrency: currency().notNull().default("USD"),
    createdAt: createdAt(),
  },
  (table) => [
    index("resources_created_idx").on(table.createdAt),
    check("resources_price_not_negative", sql`${table.priceMinor} >= 0`),
  ],
);
