import { sql } from "drizzle-orm";
import { check, index, integer, pgEnum, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, manageKey } from "./columns";
import { liveSessions } from "./live-sessions";
import { sessionBookings } from "./session-bookings";
import { users } from "./users";

/** `waiting` and `offered` are in line; an entry in any other status has left it for ever. */
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
    sessionId: uuid()
      .notNull()
      .references(() => liveSessions.id, { onDelete: "restrict" }),
    userId: uuid().references(() => users.id, { onDelete: "restrict" }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    /** The zone in which the visitor saw the time, for her mails. */
    timeZone: text().notNull(),
    status: waitlistStatus().notNull().default("waiting"),
    /** The form's one-time key: a repeated post finds the entry that the first one made. */
    formKey: uuid().notNull().defaultRandom(),
    /** Who joined first is offered first, whatever the clock says. */
    queueNumber: integer().generatedAlwaysAsIdentity(),
    manageKey: manageKey(),
    offeredAt: instant(),
    /** When the offer runs out. It schedules that; the place is held until the status changes. */
    offerEndsAt: instant(),
    /** What an accepted offer became. */
    bookingId: uuid().references(() => sessionBookings.id, { onDelete: "restrict" }),
    createdAt: createdAt(),
    /** When it left the line. */
    endedAt: instant(),
  },
  (table) => [
    unique("session_waitlist_form_key").on(table.sessionId, table.formKey),
    uniqueIndex("session_waitlist_one_entry")
      .on(table.sessionId, sql`lower(${table.email})`)
      .where(sql`${table.status} in ('waiting', 'offered')`),
    index("session_waitlist_line_idx")
      .on(table.sessionId, table.status, table.queueNumber)
      .where(sql`${table.status} in ('waiting', 'offered')`),
    index("session_waitlist_user_idx").on(table.userId),
    check("session_waitlist_offer", sql`${table.status} <> 'offered' or ${table.offerEndsAt} is not null`),
    check("session_waitlist_accepted", sql`(${table.status} = 'accepted') or ${table.bookingId} is null`),
  ],
);
