import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { isQuantity, sessionBookings } from "./bookings";
import { createdAt, id, instant, manageKey } from "./columns";
import { liveSessions } from "./live-sessions";
import { passes } from "./passes";
import { products } from "./products";
import { purchases } from "./purchases";

/** All statuses except `waiting` and `offered` are final. */
export const waitlistStatus = pgEnum("waitlist_status", [
  "waiting",
  "offered",
  "accepted",
  "declined",
  "expired",
  "left",
  "removed",
  "closed",
]);

export const sessionWaitlist = pgTable(
  "session_waitlist",
  {
    id: id(),
    /** What it waits for: a session, or all dates of a course. */
    sessionId: uuid().references(() => liveSessions.id, { onDelete: "restrict" }),
    courseId: uuid().references(() => products.id, { onDelete: "cascade" }),
    userId: uuid().references(() => users.id, { onDelete: "restrict" }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    timeZone: text().notNull(),
    quantity: integer().notNull().default(1),
    status: waitlistStatus().notNull().default("waiting"),
    formKey: uuid().notNull().defaultRandom(),
    /** The order of joining, independent of clocks. */
    queueNumber: integer().generatedAlwaysAsIdentity(),
    manageKey: manageKey(),
    offeredAt: instant(),
    /** When the offer expires; the place is held until the status changes. */
    offerEndsAt: instant(),
    /** The pass whose credits are held for as long as the place is offered. */
    passId: uuid().references(() => passes.id, { onDelete: "restrict" }),
    heldCredits: integer().notNull().default(0),
    /** What an accepted offer became: a booking, or the purchase of a course. */
    bookingId: uuid().references(() => sessionBookings.id, { onDelete: "restrict" }),
    purchaseId: uuid().references(() => purchases.id, { onDelete: "restrict" }),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    unique("session_waitlist_form_key").on(table.sessionId, table.formKey),
    unique("session_waitlist_course_form_key").on(table.courseId, table.formKey),
    uniqueIndex("session_waitlist_one_course_entry")
      .on(table.courseId, sql`lower(${table.email})`)
      .where(sql`${table.status} in ('waiting', 'offered')`),
    uniqueIndex("session_waitlist_one_entry")
      .on(table.sessionId, sql`lower(${table.email})`)
      .where(sql`${table.status} in ('waiting', 'offered')`),
    index("session_waitlist_line_idx")
      .on(table.sessionId, table.status, table.queueNumber)
      .where(sql`${table.status} in ('waiting', 'offered')`),
    index("session_waitlist_user_idx").on(table.userId),
    index("session_waitlist_pass_idx")
      .on(table.passId)
      .where(sql`${table.status} = 'offered' and ${table.passId} is not null`),
    check("session_waitlist_offer", sql`${table.status} <> 'offered' or ${table.offerEndsAt} is not null`),
    check("session_waitlist_quantity", isQuantity(table.quantity)),
    check("session_waitlist_held_credits", sql`(${table.passId} is not null) = (${table.heldCredits} > 0)`),
    check(
      "session_waitlist_accepted",
      sql`(${table.status} = 'accepted') or num_nonnulls(${table.bookingId}, ${table.purchaseId}) = 0`,
    ),
    check("session_waitlist_one_line", sql`num_nonnulls(${table.sessionId}, ${table.courseId}) = 1`),
    check("session_waitlist_course", sql`${table.courseId} is null or ${table.quantity} = 1`),
  ],
);

/** The dates that were offered with a course: a place in each is taken for as long as its entry is `offered`. */
export const waitlistDates = pgTable(
  "waitlist_dates",
  {
    entryId: uuid()
      .notNull()
      .references(() => sessionWaitlist.id, { onDelete: "cascade" }),
    sessionId: uuid()
      .notNull()
      .references(() => liveSessions.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.sessionId] }),
    index("waitlist_dates_session_idx").on(table.sessionId),
  ],
);
