import { pgTable, text } from "drizzle-orm/pg-core";
import { id } from "./columns";

export const sessionCategories = pgTable("session_categories", {
  id: id(),
  name: text().notNull().unique(),
});
