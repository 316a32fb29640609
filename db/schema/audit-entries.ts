import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { users } from "./accounts";

/** What admins did by hand, and why. Rows are only added; names are joined, so that they disappear with the account. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id(),
    /** Null when the site itself did it. */
    actorId: uuid().references(() => users.id, { onDelete: "restrict" }),
    /** What was done, as "booking.cancelled". */
    action: text().notNull(),
    /** What it was done to: its kind, as "booking", and its key. */
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    /** What changed, without secrets and personal data. */
    details: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("audit_entries_created_idx").on(sql`${table.createdAt} desc`),
    index("audit_entries_subject_idx").on(table.subjectType, table.subjectId, table.createdAt),
    index("audit_entries_actor_idx").on(table.actorId, table.createdAt),
  ],
);
