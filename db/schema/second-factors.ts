import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";
import { users } from "./users";

/** An authenticator app. Without `confirmedAt` it is being set up, and is not asked for. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Base32, encrypted with a key that is not in the database. */
  encryptedSecret: text().notNull(),
  confirmedAt: instant(),
  /** The time step of the last code that was accepted: no code works twice. */
  lastStep: bigint({ mode: "number" }),
  createdAt: createdAt(),
});

/** Each works once, in place of a code. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (table) => [index("recovery_codes_user_idx").on(table.userId)],
);
