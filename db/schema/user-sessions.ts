import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns";
import { knownDevices } from "./known-devices";
import { users } from "./users";

/** A signed-in device. The cookie holds the key, this table only its hash. */
export const userSessions = pgTable(
  "user_sessions",
  {
    id: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    /** False while the second factor is still asked for: nobody is signed in by such a session. */
    isComplete: boolean().notNull().default(true),
    /** When it was opened by a reset or one-time link; for 15 minutes the current password is not needed. */
    recoveredAt: instant(),
    userAgent: text(),
    /** The device that this session was opened on: ending the session makes it unknown again. */
    knownDeviceId: uuid().references(() => knownDevices.id, { onDelete: "set null" }),
    /** The instructor, where she looks at the member's account, and why. */
    impersonatorId: uuid().references(() => users.id, { onDelete: "cascade" }),
    impersonationReason: text(),
    /** Her own session, to which she goes back: whatever ends that one ends this one too. */
    impersonatorSessionId: text(),
  },
  (table) => [
    index("user_sessions_user_idx").on(table.userId),
    index("user_sessions_expiry_idx").on(table.expiresAt),
    index("user_sessions_device_idx").on(table.knownDeviceId),
    index("user_sessions_impersonator_idx")
      .on(table.impersonatorSessionId)
      .where(sql`${table.impersonatorSessionId} is not null`),
    foreignKey({
      name: "user_sessions_impersonator_session",
      columns: [table.impersonatorSessionId],
      foreignColumns: [table.id],
    }).onDelete("cascade"),
    check(
      "user_sessions_impersonation",
      sql`num_nonnulls(${table.impersonatorId}, ${table.impersonationReason}, ${table.impersonatorSessionId}) in (0, 3)`,
    ),
  ],
);
