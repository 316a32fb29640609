import { boolean, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { liveSessions } from "./live-sessions";
import { products } from "./products";

/** What a product of the kind `course` promises beside its dates. */
export const courseTerms = pgTable("course_terms", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: "cascade" }),
  /** Whether its dates can be booked one by one, too. */
  isSoldSingly: boolean().notNull().default(true),
  /** Whether a missed date may be made up in another course of its category. */
  canMakeUp: boolean().notNull().default(false),
});

export type CourseTerms = typeof courseTerms.$inferSelect;

/** The sessions of a course, for those who buy it from now on. A session may be a date of several courses. */
export const courseDates = pgTable(
  "course_dates",
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    sessionId: uuid()
      .notNull()
      .references(() => liveSessions.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.sessionId] }),
    index("course_dates_session_idx").on(table.sessionId),
  ],
);
