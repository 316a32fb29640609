import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, currency, id, instant } from "./columns";

export const userRole = pgEnum("user_role", ["member", "admin"]);

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    fullName: text().notNull(),
    passwordHash: text(),
    role: userRole().notNull().default("member"),
    subscriptionStatus: text().notNull().default("free"),
    emailConfirmedAt: instant(),
    /** The first sign-in as an admin; null before it. In live mode a second factor is due seven days later. */
    adminSignedInAt: instant(),
    /** The secret of the member's calendar feed; null until the member asks for one. */
    calendarKey: text().unique(),
    /** The member's choices for times and prices; null when not chosen. */
    timeZone: text(),
    currency: currency(),
    hasReminders: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** When the account was deleted: name and address are removed, and signing in is impossible. */
    archivedAt: instant(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(sql`lower(${table.email})`),
    index("users_created_idx").on(table.createdAt),
  ],
);

export type Account = typeof users.$inferSelect;

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
    /** False until the second factor was entered; such a session signs no user in. */
    isComplete: boolean().notNull().default(true),
    /** When it was opened by a reset or one-time link; for 15 minutes the current password is not needed. */
    recoveredAt: instant(),
    userAgent: text(),
    /** The device that this session was opened on: ending the session makes it unknown again. */
    knownDeviceId: uuid().references(() => knownDevices.id, { onDelete: "set null" }),
    /** The admin who is viewing the member's account, and why. */
    impersonatorId: uuid().references(() => users.id, { onDelete: "cascade" }),
    impersonationReason: text(),
    /** The admin's own session; when it ends, this one ends too. */
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

export const accountTokenPurpose = pgEnum("account_token_purpose", [
  "verify_email",
  "reset_password",
  "sign_in",
  "change_email",
]);

/** Single-use tokens of mailed links. The link holds the token, this table only its hash. */
export const accountTokens = pgTable(
  "account_tokens",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: accountTokenPurpose().notNull(),
    tokenHash: text().notNull().unique(),
    /** The page to return to. */
    returnTo: text(),
    /** The new address that a `change_email` link proves. */
    email: text(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index("account_tokens_user_idx").on(table.userId, table.purpose)],
);

/** An authenticator app. Without `confirmedAt` it is being set up, and is not asked for. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Base32, encrypted with a key that is not in the database. */
  encryptedSecret: text().notNull(),
  confirmedAt: instant(),
  /** The time step of the last accepted code, so that no code works twice. */
  lastStep: bigint({ mode: "number" }),
  createdAt: createdAt(),
});

/** Single-use codes that replace a code of the app. */
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
