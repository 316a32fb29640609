import { sql } from "drizzle-orm";
import { pgEnum, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

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
    /** Opens the member's own calendar feed, without signing in; null until she asks for one. */
    calendarKey: text().unique(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("users_email_key").on(sql`lower(${table.email})`)],
);
