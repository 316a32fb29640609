import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt } from "./columns";

/** The input of a form refused after the session had ended; one per account. */
export const keptForms = pgTable("kept_forms", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  id: uuid().notNull(),
  address: text().notNull(),
  /** Encrypted with a key outside the database. */
  sealedFields: text().notNull(),
  createdAt: createdAt(),
});

/** Digests of processed forms, so that a repeated post does nothing. */
export const formKeys = pgTable(
  "form_keys",
  {
    digest: text().primaryKey(),
    createdAt: createdAt(),
  },
  (table) => [index("form_keys_created_at_idx").on(table.createdAt)],
);
