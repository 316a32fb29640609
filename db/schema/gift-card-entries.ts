import { sql } from "drizzle-orm";
import { check, index, integer, numeric, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns";
import { giftCards } from "./gift-cards";
import { payments, refunds } from "./payments";

export const giftCardEntryKind = pgEnum("gift_card_entry_kind", [
  "issued",
  "taken",
  "returned",
  "expired",
  "adjusted",
  "refunded",
]);

/**
 * What came onto a gift card and left it, in its currency; never changed. The balance is the sum, which a trigger keeps
 * from falling below 0.
 */
export const giftCardEntries = pgTable(
  "gift_card_entries",
  {
    id: id(),
    cardId: uuid()
      .notNull()
      .references(() => giftCards.id, { onDelete: "restrict" }),
    kind: giftCardEntryKind().notNull(),
    amountMinor: integer().notNull(),
    /** The payment that it was taken for, or returned from. */
    paymentId: uuid().references(() => payments.id, { onDelete: "restrict" }),
    /** The refund that it came back with, or, of the card's own sale, that took it. */
    refundId: uuid().references(() => refunds.id, { onDelete: "restrict" }),
    /** From the card's currency to the payment's; null if they are the same. */
    exchangeRate: numeric(),
    /** Why it was adjusted. */
    reason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("gift_card_entries_card_idx").on(table.cardId, table.createdAt),
    index("gift_card_entries_payment_idx")
      .on(table.paymentId)
      .where(sql`${table.paymentId} is not null`),
    uniqueIndex("gift_card_entries_issued_once")
      .on(table.cardId)
      .where(sql`${table.kind} = 'issued'`),
    uniqueIndex("gift_card_entries_taken_once")
      .on(table.paymentId)
      .where(sql`${table.kind} = 'taken'`),
    uniqueIndex("gift_card_entries_released_once")
      .on(table.paymentId)
      .where(sql`${table.kind} = 'returned' and ${table.refundId} is null`),
    uniqueIndex("gift_card_entries_refunded_once")
      .on(table.refundId)
      .where(sql`${table.kind} in ('returned', 'refunded') and ${table.refundId} is not null`),
    check(
      "gift_card_entries_sign",
      sql`case when ${table.kind} in ('issued', 'returned') then ${table.amountMinor} > 0
        when ${table.kind} in ('adjusted', 'refunded') then ${table.amountMinor} <> 0 else ${table.amountMinor} < 0 end`,
    ),
    check(
      "gift_card_entries_payment",
      sql`(${table.kind} in ('taken', 'returned')) = (${table.paymentId} is not null)`,
    ),
    check("gift_card_entries_reason", sql`(${table.kind} = 'adjusted') = (${table.reason} is not null)`),
  ],
);

export type GiftCardEntry = typeof giftCardEntries.$inferSelect;
