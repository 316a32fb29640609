import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { users } from "./users";

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
