import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { mediaFiles } from "./recordings";
import { createdAt, currency, id, instant } from "./columns";

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
    /** No longer listed or sold; those who bought it keep it. */
    withdrawnAt: instant(),
  },
  (table) => [
    index("resources_created_idx").on(table.createdAt),
    check("resources_price_not_negative", sql`${table.priceMinor} >= 0`),
  ],
);

/** What those who have the resource may download. */
export const resourceFiles = pgTable(
  "resource_files",
  {
    fileId: uuid()
      .primaryKey()
      .references(() => mediaFiles.id, { onDelete: "restrict" }),
    resourceId: uuid()
      .notNull()
      .references(() => resources.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("resource_files_resource_idx").on(table.resourceId)],
);
