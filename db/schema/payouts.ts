import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./columns";

/** Stripe's transfers to the bank account, also of what other programs sold. `status` is Stripe's. */
export const payouts = pgTable(
  "payouts",
  {
    id: id(),
    stripePayoutId: text().notNull().unique(),
    amountMinor: integer().notNull(),
    /** The currency in upper case; the account may settle in one in which nothing is sold. */
    currency: text().notNull(),
    status: text().notNull(),
    /** The day by the bank's calendar. */
    arrivalOn: date().notNull(),
    /** Stripe's word on its content: it lists that of a `completed` one only. */
    reconciliation: text().notNull(),
    failure: text(),
    createdAt: instant().notNull(),
    /** When its content was stored. */
    readAt: instant(),
  },
  (table) => [
    index("payouts_arrival_idx").on(table.arrivalOn),
    index("payouts_created_idx").on(table.createdAt),
    index("payouts_unread_idx")
      .on(table.createdAt)
      .where(sql`${table.readAt} is null`),
  ],
);

/**
 * What went into and out of the balance at Stripe, except for payouts. Found by its payment intent, so that it may be
 * stored before its payment.
 */
export const balanceTransactions = pgTable(
  "balance_transactions",
  {
    id: id(),
    stripeBalanceTransactionId: text().notNull().unique(),
    /** Null until it is paid out. */
    payoutId: uuid().references(() => payouts.id, { onDelete: "restrict" }),
    /** Stripe's reporting category. */
    category: text().notNull(),
    grossMinor: integer().notNull(),
    feeMinor: integer().notNull(),
    netMinor: integer().notNull(),
    currency: text().notNull(),
    /** A decimal, if the customer paid in another currency. */
    exchangeRate: text(),
    /** The amount in the customer's currency, never negative. */
    sourceMinor: integer(),
    sourceCurrency: text(),
    stripeSourceId: text(),
    stripePaymentIntentId: text(),
    /** Whether it is ours by the metadata at Stripe, even if the payment is not known here. */
    isOwn: boolean().notNull(),
    /** Stripe's words on what belongs to no payment, such as a fee. */
    description: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index("balance_transactions_payout_idx").on(table.payoutId, table.createdAt),
    index("balance_transactions_intent_idx").on(table.stripePaymentIntentId),
    index("balance_transactions_created_idx").on(table.createdAt),
    index("balance_transactions_waiting_idx")
      .on(table.currency)
      .where(sql`${table.payoutId} is null`),
    check("balance_transactions_add_up", sql`${table.grossMinor} - ${table.feeMinor} = ${table.netMinor}`),
  ],
);

/** One row: the last time that payouts were read from Stripe. */
export const payoutReading = pgTable(
  "payout_reading",
  {
    isOnly: boolean().primaryKey().default(true),
    readAt: instant(),
    /** Why the last attempt failed; null if it did not. */
    failure: text(),
  },
  (table) => [check("payout_reading_one_row", sql`${table.isOnly}`)],
);
