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

/** Digests of processed forms, so that a repeated post does nothing. */
export const formKeys = pgTable(
  "form_keys",
  {
    /** Hash of the form's key, the user, the procedure and the input. */
    digest: text().primaryKey(),
    createdAt: createdAt(),
  },
  (table) => [index("form_keys_created_at_idx").on(table.createdAt)],
);
