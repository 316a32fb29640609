import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** What the instructor has set; what has no row is at its default. */
export const siteSettings = pgTable("site_settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});
