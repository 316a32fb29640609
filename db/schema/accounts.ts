import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  pgView,
  integer,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { alphabetical, createdAt, currency, id, instant } from "./columns";

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
    /** The first sign-in as an admin; when live, a second factor is due seven days later. */
    adminSignedInAt: instant(),
    calendarKey: text().unique(),
    timeZone: text(),
    currency: currency(),
    hasReminders: boolean().notNull().default(true),
    /** Those published at the sign-up, as of a booking. */
    termsVersion: integer(),
    privacyVersion: integer(),
    createdAt: createdAt(),
    /** When it was deleted: the row is anonymised and can't sign in. */
    archivedAt: instant(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(sql`lower(${table.email})`),
    index("users_created_idx").on(table.createdAt),
    index("users_name_idx")
      .on(alphabetical(sql`${table.fullName}`), table.id)
      .where(sql`${table.archivedAt} is null`),
  ],
);

export type Account = typeof users.$inferSelect;

/** When an admin looked at the overview, which counts what is new since the visit before. */
export const overviewVisits = pgTable("overview_visits", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  seenAt: instant().notNull(),
  /** When the visit before this one ended; null during the first. */
  previousSeenAt: instant(),
});

/** Failed sign-ins elsewhere don't lock these devices out. The cookie holds the key, this table its hash. */
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
    /** It is false until the second factor is entered. */
    isComplete: boolean().notNull().default(true),
    /** When it was opened by a reset or one-time link: the current password isn't required for 15 minutes. */
    recoveredAt: instant(),
    userAgent: text(),
    /** Ending the session makes this device unknown again. */
    knownDeviceId: uuid().references(() => knownDevices.id, { onDelete: "set null" }),
    impersonatorId: uuid().references(() => users.id, { onDelete: "cascade" }),
    impersonationReason: text(),
    /** When the admin's own session ends, this one ends too. */
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

/** The link holds the token, this table its hash. */
export const accountTokens = pgTable(
  "account_tokens",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: accountTokenPurpose().notNull(),
    tokenHash: text().notNull().unique(),
    returnTo: text(),
    /** The address that a `change_email` link confirms. */
    email: text(),
    /** The hash of the cookie of the browser that signed up: only there does a `verify_email` link sign in by itself. */
    browserHash: text(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index("account_tokens_user_idx").on(table.userId, table.purpose)],
);

/** Second factors, which are not in use until `confirmedAt` is set. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Base32, encrypted with a key outside the database. */
  encryptedSecret: text().notNull(),
  confirmedAt: instant(),
  /** The time step of the last accepted code, so that no code works twice. */
  lastStep: bigint({ mode: "number" }),
  createdAt: createdAt(),
});

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

/** The instructor's private notes about a person: an account, or a guest known by their address only. */
export const personNotes = pgTable(
  "person_notes",
  {
    id: id(),
    userId: uuid()
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address in lower case. */
    email: text().unique(),
    note: text().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [check("person_notes_one_person", sql`num_nonnulls(${table.userId}, ${table.email}) = 1`)],
);

/** Customers of another system who have no booking in the file that named them. */
export const importedCustomers = pgTable(
  "imported_customers",
  {
    /** The address in lower case. */
    email: text().primaryKey(),
    name: text().notNull(),
    importedAt: instant().notNull(),
  },
  (table) => [index("imported_customers_digest_idx").on(sql`md5(${table.email})`)],
);

/**
 * Everyone with a booking or purchase, with a request for a one-to-one session, or imported as a customer, once. An account whose address is confirmed has the
 * guest's records of that address.
 */
export const people = pgView("people", {
  /** The account's id, or the MD5 of a guest's address. */
  key: text().notNull(),
  userId: uuid(),
  /** The address whose guest records are theirs, in lower case; null for an account that has not confirmed it. */
  address: text(),
  name: text().notNull(),
  email: text().notNull(),
  /** The newest booking, purchase or request. */
  lastAt: instant().notNull(),
}).existing();
