import { boolean, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, currency, id } from "./columns";

export const importFormat = pgEnum("import_format", [
  "generic",
  "momence",
  "eventbrite",
  "customers",
  "passes",
  "members",
]);
export const dateOrder = pgEnum("date_order", ["day_first", "month_first"]);

/** A file between its check and its import, for an hour; one per admin. */
export const pendingImports = pgTable("pending_imports", {
  id: id(),
  userId: uuid()
    .notNull()
    .unique("pending_imports_user")
    .references(() => users.id, { onDelete: "cascade" }),
  fileName: text().notNull(),
  format: importFormat().notNull(),
  timeZone: text().notNull(),
  currency: currency().notNull(),
  dateOrder: dateOrder().notNull(),
  createsSessions: boolean().notNull(),
  /** Whether the file does not say how its letters are written. */
  isGuessed: boolean().notNull().default(false),
  /** The file, encrypted with a key outside the database. */
  sealedFile: text().notNull(),
  createdAt: createdAt(),
});
