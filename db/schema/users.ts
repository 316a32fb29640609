import { sql } from "drizzle-orm";
import { boolean, index, pgEnum, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
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
    /** Opens the member's own calendar feed, without signing in; null until she asks for one. */
    calendarKey: text().unique(),
    /** In which she wants to see times and prices, on whatever device; null where she has not said. */
    timeZone: text(),
    currency: currency(),
    hasReminders: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** The account is gone: nobody signs in by it, and its name and address have been taken out. */
    archivedAt: instant(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(sql`lower(${table.email})`),
    index("users_created_idx").on(table.createdAt),
  ],
);

export type Account = typeof users.$inferSelect;
