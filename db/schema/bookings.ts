import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { alphabetical, createdAt, currency, id, instant, manageKey } from "./columns";
import { liveSessions } from "./live-sessions";
import type { DiscountTerms } from "./discount-codes";
import { priceRates } from "./price-rates";

export const bookingStatus = pgEnum("booking_status", ["pending", "confirmed", "completed", "cancelled"]);

export const bookingPaymentStatus = pgEnum("booking_payment_status", [
  "pending",
  "paid",
  "free",
  "failed",
  "cancelled",
  "refunded",
]);

export const maxTickets = 6;

export const isQuantity = (column: AnyPgColumn) => sql`${column} between 1 and ${sql.raw(String(maxTickets))}`;

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
    /** A repeated post finds the booking of the first one. */
    formKey: uuid().notNull(),
    /** When the hold is released; the place counts as taken until the status changes. */
    holdUntil: instant(),
    /** Keyed hashes that limit unpaid holds per browser and network; null once the hold ends. */
    holdBrowser: text(),
    holdNetwork: text(),
    listPriceMinor: integer().notNull(),
    discountMinor: integer().notNull().default(0),
    totalMinor: integer().notNull(),
    currency: currency().notNull(),
    /** The rate per pound; null without a conversion. */
    exchangeRate: numeric(),
    appliedDiscountCode: text(),
    discountTerms: jsonb().$type<DiscountTerms>(),
    /** Tickets that are not cancelled; the places that the booking takes. A trigger adds their rows. */
    quantity: integer().notNull().default(1),
    timeZone: text().notNull(),
    manageKey: manageKey(),
    /** Null if there was no statement to confirm. */
    healthVersion: integer(),
    /** The versions of the terms and of the privacy policy that were published then; null without any. */
    termsVersion: integer(),
    privacyVersion: integer(),
    /** A note that is not encrypted: only what a process of the previous version has written. */
    healthNote: text(),
    /** The note encrypted for this booking, after the id of the key. */
    sealedHealthNote: text(),
    attendeeNote: text(),
    createdAt: createdAt(),
    completedAt: instant(),
    cancelledAt: instant(),
    /** When it was last moved to another session. */
    movedAt: instant(),
    /** When it came from a file of another booking system. */
    importedAt: instant(),
    /** The system, a colon and a digest that names the booking there. */
    importKey: text().unique("session_bookings_import_key"),
    refundWaivedAt: instant(),
    /** When it was hidden from lists; it is kept for accounting. */
    archivedAt: instant(),
  },
  (table) => [
    unique("session_bookings_form_key").on(table.sessionId, table.formKey),
    index("session_bookings_taken_idx")
      .on(table.sessionId, table.status)
      .where(sql`${table.status} <> 'cancelled'`),
    index("session_bookings_user_idx").on(table.userId, table.createdAt),
    index("session_bookings_created_idx").on(table.createdAt),
    // Lets lists count and page with an index-only scan.
    index("session_bookings_listed_idx")
      .on(sql`${table.createdAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.archivedAt} is null`),
    // The same for lists of one payment status.
    index("session_bookings_payment_idx")
      .on(table.paymentStatus, sql`${table.createdAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.archivedAt} is null`),
    // Lets places be counted with an index-only scan.
    index("session_bookings_booked_idx")
      .on(table.sessionId, table.quantity, table.id)
      .where(sql`${table.status} in ('confirmed', 'completed')`),
    index("session_bookings_session_idx")
      .on(table.sessionId, table.id)
      .where(sql`${table.archivedAt} is null`),
    index("session_bookings_name_idx")
      .on(alphabetical(sql`${table.attendeeFirstName} || ' ' || ${table.attendeeLastName}`), table.id)
      .where(sql`${table.archivedAt} is null`),
    index("session_bookings_owed_idx")
      .on(table.id)
      .where(sql`${table.status} = 'cancelled' and ${table.paymentStatus} = 'paid'`),
    index("session_bookings_paid_idx")
      .on(table.createdAt, table.id)
      .where(sql`${table.paymentStatus} = 'paid'`),
    index("session_bookings_pending_idx")
      .on(table.createdAt)
      .where(sql`${table.paymentStatus} = 'pending'`),
    index("session_bookings_email_idx").on(sql`lower(${table.attendeeEmail})`),
    index("session_bookings_guest_idx")
      .on(sql`md5(lower(${table.attendeeEmail}))`)
      .where(sql`${table.userId} is null`),
    index("session_bookings_code_idx").on(table.appliedDiscountCode),
    // Lets the use of codes be summed with an index-only scan.
    index("session_bookings_code_use_idx")
      .on(table.createdAt, table.appliedDiscountCode, table.currency, table.discountMinor)
      .where(sql`${table.appliedDiscountCode} is not null and ${table.status} <> 'cancelled'`),
    check("session_bookings_total", sql`${table.totalMinor} between 0 and ${table.listPriceMinor}`),
    check("session_bookings_quantity", isQuantity(table.quantity)),
  ],
);

/** One for each place that was booked, cancelled ones included. The first has the id of its booking. */
export const bookingTickets = pgTable(
  "booking_tickets",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => sessionBookings.id, { onDelete: "cascade" }),
    /** The number from 1. */
    number: integer().notNull(),
    /** Its part of the booking's total, which all tickets add up to; 0 if a pass pays for it. */
    shareMinor: integer().notNull(),
    /** The rate or early price at which it was booked; null without one, or once the instructor has taken it away. */
    priceRateId: uuid().references(() => priceRates.id, { onDelete: "set null" }),
    /** What that was called, and its price then. */
    priceRateName: text(),
    listPriceMinor: integer(),
    /** Null: not given; the first ticket is the attendee's. */
    name: text(),
    checkedInAt: instant(),
    /** The newest tap that set or cleared `checkedInAt`, so that an older one arriving later is ignored. */
    checkInSetAt: instant(),
    /** Null while the booking is cancelled as a whole. */
    cancelledAt: instant(),
    /** The admin cancelled it and kept its share. */
    refundWaivedAt: instant(),
  },
  (table) => [
    unique("booking_tickets_number").on(table.bookingId, table.number),
    index("booking_tickets_checked_in_idx")
      .on(table.bookingId)
      .where(sql`${table.checkedInAt} is not null and ${table.cancelledAt} is null`),
    index("booking_tickets_rate_idx")
      .on(table.priceRateId)
      .where(sql`${table.priceRateId} is not null`),
    check("booking_tickets_number_range", isQuantity(table.number)),
    check("booking_tickets_share_not_negative", sql`${table.shareMinor} >= 0`),
  ],
);

export type Ticket = typeof bookingTickets.$inferSelect;

/** The history of a booking's sessions. */
export const bookingMoves = pgTable(
  "booking_moves",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => sessionBookings.id, { onDelete: "restrict" }),
    fromSessionId: uuid()
      .notNull()
      .references(() => liveSessions.id, { onDelete: "restrict" }),
    toSessionId: uuid()
      .notNull()
      .references(() => liveSessions.id, { onDelete: "restrict" }),
    /** A repeated post finds the move of the first one. */
    formKey: uuid().notNull(),
    movedAt: instant().notNull(),
  },
  (table) => [
    unique("booking_moves_form_key").on(table.bookingId, table.formKey),
    index("booking_moves_from_idx").on(table.fromSessionId),
    check("booking_moves_elsewhere", sql`${table.fromSessionId} <> ${table.toSessionId}`),
  ],
);

export type BookingStatus = (typeof bookingStatus.enumValues)[number];

export type PaymentStatus = (typeof bookingPaymentStatus.enumValues)[number];
