import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";
import { users } from "./users";

/**
 * A browser on which an account signed in completely before. Failed sign-ins elsewhere do not count against it. The
 * cookie holds the key, this table only its hash.
 */
export const knownDevices = pgTable(
  "known_devices",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    keyHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("known_devices_key").on(table.keyHash),
    index("known_devices_user_idx").on(table.userId),
    index("known_devices_expiry_idx").on(table.expiresAt),
  ],
);
