import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { users } from "./accounts";

/** Entries that are only ever added; they contain no names, so that none outlives its account. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id(),
    actorId: uuid().references(() => users.id, { onDelete: "restrict" }),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("audit_entries_created_idx").on(sql`${table.createdAt} desc`, sql`${table.id} desc`),
    index("audit_entries_subject_idx").on(table.subjectType, table.subjectId, table.createdAt),
    index("audit_entries_actor_idx").on(table.actorId, table.createdAt),
  ],
);
