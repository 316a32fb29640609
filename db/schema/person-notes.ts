import { sql } from "drizzle-orm";
import { check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { id, instant } from "./columns";

/** The instructor's private notes about a person: an account, or a guest known by their address only. */
export const personNotes = pgTable(
  "person_notes",
  {
    id: id(),
    userId: uuid()
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In lower case. */
    email: text().unique(),
    note: text().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [check("person_notes_one_person", sql`num_nonnulls(${table.userId}, ${table.email}) = 1`)],
);
