import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt } from "./columns";

/** What a member typed into a form that was refused because their session had ended: one form per account. */
export const keptForms = pgTable("kept_forms", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Known to the browser that posted the form. */
  id: uuid().notNull(),
  /** The address of the form's page: path and query. */
  address: text().notNull(),
  /** The fields, encrypted with a key that is not in the database. */
  sealedFields: text().notNull(),
  createdAt: createdAt(),
});

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
