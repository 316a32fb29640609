import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, numeric, pgEnum, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { alphabetical } from "../alphabetical";
import { createdAt, currency, id, instant, manageKey } from "./columns";
import { liveSessions } from "./live-sessions";
import { users } from "./users";

export const bookingStatus = pgEnum("booking_status", ["pending", "confirmed", "completed", "cancelled"]);

export const bookingPaymentStatus = pgEnum("booking_payment_status", [
  "pending",
  "paid",
  "free",
  "failed",
  "cancelled",
  "refunded",
]);

/** The terms of a discount code as they stood when it was used. */
export type DiscountTerms =
  | { type: "percentage"; percentage: number }
  | { type: "fixed_amount"; amountMinor: number; currency: "GBP" | "EUR" | "USD" };

export const sessionBookings = pgTable(
  "session_bookings",
  {
    id: id(),
    sessionId: uuid()
      .notNull()
      .references(() => liveSessions.id, { onDelete: "restrict" }),
    userId: uuid().references(() => users.id, { onDelete: "restrict" }),
    attendeeFirstName: text().notNull(),
    attendeeLastName: text().notNull(),
    attendeeEmail: text().notNull(),
    status: bookingStatus().notNull(),
    paymentStatus: bookingPaymentStatus().notNull(),
    /** The form's one-time key: a repeated post finds the booking that the first one made. */
    formKey: uuid().notNull(),
    /** When the payment page closes. It schedules the release; the place is taken until the status changes. */
    holdUntil: instant(),
    /** Keyed hashes of the browser and the network of an unpaid hold that is counted, until the hold ends. */
    holdBrowser: text(),
    holdNetwork: text(),
    listPriceMinor: integer().notNull(),
    discountMinor: integer().notNull().default(0),
    totalMinor: integer().notNull(),
    currency: currency().notNull(),
    /** What one pound was worth in `currency` at that moment; null when nothing was converted. */
    exchangeRate: numeric(),
    appliedDiscountCode: text(),
    discountTerms: jsonb().$type<DiscountTerms>(),
    /** The zone in which the visitor saw the time, for her mails. */
    timeZone: text().notNull(),
    manageKey: manageKey(),
    /** Which version of the health statement was confirmed; null where there was none to confirm. */
    healthVersion: integer(),
    /** What the visitor wants the instructor to know. */
    healthNote: text(),
    /** What the instructor notes about the attendee; nobody else sees it. */
    attendeeNote: text(),
    /** When the instructor ticked her off at the door. */
    checkedInAt: instant(),
    /** When the newest tap was made that checked the attendee in or took that back. */
    checkInSetAt: instant(),
    createdAt: createdAt(),
    completedAt: instant(),
    cancelledAt: instant(),
    /** The instructor cancelled it and keeps the money: nothing is owed. */
    refundWaivedAt: instant(),
    /** Removed by the instructor: it is in no list any more, and stays in the books. */
    archivedAt: instant(),
  },
  (table) => [
    unique("session_bookings_form_key").on(table.sessionId, table.formKey),
    index("session_bookings_taken_idx")
      .on(table.sessionId, table.status)
      .where(sql`${table.status} <> 'cancelled'`),
    index("session_bookings_user_idx").on(table.userId, table.createdAt),
    index("session_bookings_created_idx").on(table.createdAt),
    // A list counts and pages by this alone, without a look at the rows.
    index("session_bookings_listed_idx")
      .on(sql`${table.createdAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.archivedAt} is null`),
    index("session_bookings_name_idx")
      .on(alphabetical(sql`${table.attendeeFirstName} || ' ' || ${table.attendeeLastName}`), table.id)
      .where(sql`${table.archivedAt} is null`),
    index("session_bookings_email_idx").on(sql`lower(${table.attendeeEmail})`),
    index("session_bookings_code_idx").on(table.appliedDiscountCode),
    check("session_bookings_total", sql`${table.totalMinor} between 0 and ${table.listPriceMinor}`),
  ],
);

export type Booking = typeof sessionBookings.$inferSelect;

export type BookingStatus = Booking["status"];

export type PaymentStatus = Booking["paymentStatus"];
