import { eq, getTableColumns, sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgEnum, pgTable, uuid } from "drizzle-orm/pg-core";
import { sessionBookings } from "./bookings";
import { instant } from "./columns";
import { passes } from "./passes";
import { purchases } from "./purchases";

/** A `membership` pays by the pass of its cover. */
export const payerKind = pgEnum("payer_kind", ["pass", "membership", "course"]);

/**
 * What pays for a booking beside money, or in place of it; only such bookings have a row. The lock of the booking covers
 * it. A trigger keeps a course to one live date in a session.
 */
export const bookingPayers = pgTable(
  "booking_payers",
  {
    bookingId: uuid()
      .primaryKey()
      .references(() => sessionBookings.id, { onDelete: "cascade" }),
    kind: payerKind().notNull(),
    /** Pays for the first tickets, or for all; `credit_entries` says what was taken. */
    passId: uuid().references(() => passes.id, { onDelete: "restrict" }),
    /** The purchase of a course that the booking is one date of: that pays, and the booking costs nothing itself. */
    purchaseId: uuid().references(() => purchases.id, { onDelete: "restrict" }),
    /**
     * Of a pass or membership, the credits that were agreed beside the total. Of a course, the booking's part of the
     * purchase's total, in the purchase's currency; all dates add up to it. 0 once it was made up.
     */
    share: integer().notNull(),
    /** When a course's part was returned, or the place was given back because no membership pays for it any more. */
    returnedAt: instant(),
    /** The date of the course that is made up by this one. */
    makesUpForId: uuid()
      .unique("booking_payers_made_up_once")
      .references((): AnyPgColumn => sessionBookings.id, { onDelete: "restrict" }),
  },
  (table) => [
    index("booking_payers_pass_idx")
      .on(table.passId)
      .where(sql`${table.passId} is not null`),
    index("booking_payers_purchase_idx")
      .on(table.purchaseId)
      .where(sql`${table.purchaseId} is not null`),
    check(
      "booking_payers_reference",
      sql`case when ${table.kind} = 'course' then ${table.purchaseId} is not null and ${table.passId} is null
        else ${table.passId} is not null and ${table.purchaseId} is null and ${table.makesUpForId} is null end`,
    ),
    check("booking_payers_share", sql`${table.share} >= case when ${table.kind} = 'course' then 0 else 1 end`),
    check("booking_payers_returned", sql`${table.returnedAt} is null or ${table.kind} <> 'pass'`),
  ],
);

const { kind, passId, purchaseId, share, returnedAt, makesUpForId } = bookingPayers;

/** Selects what pays for a booking, by the names that it has with a booking. */
export const payerColumns = {
  payerKind: kind,
  passId,
  coursePurchaseId: purchaseId,
  payerShare: share,
  shareReturnedAt: returnedAt,
  makesUpForId,
};

/** Selects a booking with what pays for it, which is null where nothing does; from both tables, joined by `paysFor`. */
export const bookingColumns = { ...getTableColumns(sessionBookings), ...payerColumns };

/** Joins a booking with its payer. */
export const paysFor = eq(bookingPayers.bookingId, sessionBookings.id);

type PayerRow = typeof bookingPayers.$inferSelect;

/** What pays for a booking, as it is read with it. */
export type Payer = {
  payerKind: PayerRow["kind"] | null;
  passId: PayerRow["passId"];
  coursePurchaseId: PayerRow["purchaseId"];
  payerShare: PayerRow["share"] | null;
  shareReturnedAt: PayerRow["returnedAt"];
  makesUpForId: PayerRow["makesUpForId"];
};

export type Booking = typeof sessionBookings.$inferSelect & Payer;
