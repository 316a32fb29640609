import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { purchases } from "./purchases";
import { createdAt, currency, id, instant } from "./columns";
import { sessionBookings } from "./bookings";
import { giftCards } from "./gift-cards";

export const paymentProvider = pgEnum("payment_provider", ["stripe", "outside", "gift_card"]);
export const paymentState = pgEnum("payment_state", ["open", "paid", "failed", "cancelled"]);
export const refundState = pgEnum("refund_state", ["pending", "succeeded", "failed"]);
export const refundReason = pgEnum("refund_reason", ["late_payment", "cancelled", "admin", "stripe"]);

/** What can be paid for. Each kind has a column of `payments` that names its orders. */
export const payableKinds = ["booking", "purchase"] as const;
export type PayableKind = (typeof payableKinds)[number];

/** One attempt to pay. Its id is Stripe's idempotency key. */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    bookingId: uuid().references(() => sessionBookings.id, { onDelete: "restrict" }),
    purchaseId: uuid().references(() => purchases.id, { onDelete: "restrict" }),
    /** The gift card that pays, if the provider is `gift_card`. */
    giftCardId: uuid().references(() => giftCards.id, { onDelete: "restrict" }),
    provider: paymentProvider().notNull().default("stripe"),
    state: paymentState().notNull().default("open"),
    amountMinor: integer().notNull(),
    currency: currency().notNull(),
    stripeCheckoutSessionId: text().unique(),
    stripePaymentIntentId: text().unique(),
    checkoutUrl: text(),
    createdAt: createdAt(),
    paidAt: instant(),
    /** Stripe reported a finished but unpaid checkout; the money may still arrive days later. */
    completedUnpaidAt: instant(),
    /** It came with an import: the other system has invoiced it. */
    isElsewhere: boolean().notNull().default(false),
  },
  (table) => [
    index("payments_booking_idx").on(table.bookingId),
    index("payments_purchase_idx").on(table.purchaseId),
    check("payments_one_cause", sql`num_nonnulls(${table.bookingId}, ${table.purchaseId}) = 1`),
    check("payments_gift_card", sql`(${table.giftCardId} is not null) = (${table.provider}::text = 'gift_card')`),
    index("payments_gift_card_idx")
      .on(table.giftCardId)
      .where(sql`${table.giftCardId} is not null`),
    index("payments_created_idx").on(table.createdAt),
    index("payments_paid_idx").on(table.paidAt),
    // Lets what was paid outside of Stripe be summed with an index-only scan.
    index("payments_provider_idx")
      .on(table.provider, table.paidAt, table.currency, table.amountMinor)
      .where(sql`${table.state} = 'paid'`),
    // Lets bookings without a payment be found with index-only scans.
    index("payments_paid_booking_idx")
      .on(table.bookingId)
      .where(sql`${table.state} = 'paid'`),
    index("payments_open_idx")
      .on(table.createdAt)
      .where(sql`${table.state} = 'open'`),
    index("payments_completed_unpaid_idx")
      .on(table.completedUnpaidAt)
      .where(sql`${table.completedUnpaidAt} is not null and ${table.state} <> 'paid'`),
  ],
);

export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: "restrict" }),
    amountMinor: integer().notNull(),
    currency: currency().notNull(),
    reason: refundReason().notNull(),
    state: refundState().notNull().default("pending"),
    stripeRefundId: text().unique(),
    /** Attempts refused by Stripe; each new one needs a new idempotency key. */
    refusals: integer().notNull().default(0),
    createdAt: createdAt(),
    settledAt: instant(),
  },
  (table) => [
    index("refunds_payment_idx").on(table.paymentId),
    index("refunds_created_idx").on(table.createdAt),
    index("refunds_settled_idx").on(table.settledAt),
    index("refunds_pending_idx")
      .on(table.paymentId)
      .where(sql`${table.state} = 'pending'`),
  ],
);

/** `status` is Stripe's. */
export const disputes = pgTable(
  "disputes",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: "restrict" }),
    stripeDisputeId: text().notNull().unique(),
    amountMinor: integer().notNull(),
    currency: currency().notNull(),
    reason: text().notNull(),
    status: text().notNull(),
    /** Stripe's deadline for evidence. */
    dueBy: instant(),
    createdAt: createdAt(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index("disputes_payment_idx").on(table.paymentId),
    index("disputes_unanswered_idx")
      .on(table.dueBy)
      .where(sql`${table.status} in ('needs_response', 'warning_needs_response')`),
  ],
);

/** Stripe's early fraud warnings: without a refund most of these payments are disputed. */
export const fraudWarnings = pgTable(
  "fraud_warnings",
  {
    id: id(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: "restrict" }),
    stripeWarningId: text().notNull().unique(),
    fraudType: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("fraud_warnings_payment_idx").on(table.paymentId)],
);
