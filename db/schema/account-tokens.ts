import { index, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";
import { users } from "./users";

export const accountTokenPurpose = pgEnum("account_token_purpose", [
  "verify_email",
  "reset_password",
  "sign_in",
  "change_email",
]);

/** What a mailed link proves. The link holds the token, this table only its hash; it works once. */
export const accountTokens = pgTable(
  "account_tokens",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: accountTokenPurpose().notNull(),
    tokenHash: text().notNull().unique(),
    /** The page of ours that the visitor came from. */
    returnTo: text(),
    /** The new address that a `change_email` link proves. */
    email: text(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index("account_tokens_user_idx").on(table.userId, table.purpose)],
);
