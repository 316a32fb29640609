import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/** Forms that have been acted upon: one that is posted again does nothing. */
export const formKeys = pgTable(
  "form_keys",
  {
    /** Of the form's key, its poster, the procedure and what was typed. */
    digest: text().primaryKey(),
    createdAt: createdAt(),
  },
  (table) => [index("form_keys_created_at_idx").on(table.createdAt)],
);
