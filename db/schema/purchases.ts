import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, numeric, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { alphabetical, createdAt, currency, id, instant, manageKey } from "./columns";
import { priceRates } from "./price-rates";
import { productKind, products } from "./products";
import { users } from "./accounts";
import type { DiscountTerms } from "./discount-codes";
import type { AgreedPassTerms } from "./pass-terms";

/** Only `paid` and `free` give access. */
export const purchaseStatus = pgEnum("purchase_status", ["pending", "paid", "free", "failed", "cancelled", "refunded"]);

export const purchases = pgTable(
  "purchases",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "restrict" }),
    /** The kind of the product, which never changes: lists need not read the product. */
    productKind: productKind().notNull(),
    /** The product's name when it was bought. */
    productTitle: text().notNull(),
    /** Null until an account has confirmed the buyer's address. */
    userId: uuid().references(() => users.id, { onDelete: "restrict" }),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    status: purchaseStatus().notNull(),
    formKey: uuid().notNull().unique(),
    holdUntil: instant(),
    /** The rate at which it was bought; null without one, or once the instructor has taken it away. */
    priceRateId: uuid().references(() => priceRates.id, { onDelete: "set null" }),
    /** What that was called then. */
    priceRateName: text(),
    listPriceMinor: integer().notNull(),
    discountMinor: integer().notNull().default(0),
    totalMinor: integer().notNull(),
    currency: currency().notNull(),
    exchangeRate: numeric(),
    appliedDiscountCode: text(),
    discountTerms: jsonb().$type<DiscountTerms>(),
    /** What a pass held when its form was sent; null for other products. */
    passTerms: jsonb().$type<AgreedPassTerms>(),
    manageKey: manageKey(),
    /** Those published at the purchase, as of a booking. */
    termsVersion: integer(),
    privacyVersion: integer(),
    /**
     * The words by which the buyer asked for access at once and gave up the right to withdraw; null if they did not.
     */
    waiverText: text(),
    waiverVersion: integer(),
    waivedAt: instant(),
    /** When access begins, while the buyer waits for it; null once it has begun. */
    opensAt: instant(),
    /** When access began after waiting for it, or was given again; null if it began with the purchase. */
    openedAt: instant(),
    createdAt: createdAt(),
    completedAt: instant(),
    refundWaivedAt: instant(),
    /** When it was hidden from lists and lost its access; it is kept for accounting. */
    archivedAt: instant(),
  },
  (table) => [
    uniqueIndex("purchases_owned_once")
      .on(table.productId, table.userId)
      .where(
        sql`${table.status} in ('paid', 'free') and ${table.archivedAt} is null
          and ${table.productKind} in ('collection', 'resource')`,
      ),
    index("purchases_user_idx").on(table.userId),
    index("purchases_email_idx").on(sql`lower(${table.customerEmail})`),
    index("purchases_guest_idx")
      .on(sql`md5(lower(${table.customerEmail}))`)
      .where(sql`${table.userId} is null`),
    index("purchases_rate_idx")
      .on(table.priceRateId)
      .where(sql`${table.priceRateId} is not null`),
    index("purchases_code_idx").on(table.appliedDiscountCode),
    index("purchases_created_idx").on(table.createdAt),
    // Lets lists count and page with an index-only scan.
    index("purchases_listed_idx")
      .on(table.productId, sql`${table.createdAt} desc`, sql`${table.id} desc`, table.status)
      .where(sql`${table.archivedAt} is null`),
    index("purchases_name_idx")
      .on(alphabetical(sql`${table.customerName}`), table.id)
      .where(sql`${table.archivedAt} is null`),
    check(
      "purchases_waiver_whole",
      sql`num_nonnulls(${table.waiverText}, ${table.waiverVersion}, ${table.waivedAt}) in (0, 3)`,
    ),
    check("purchases_total", sql`${table.totalMinor} between 0 and ${table.listPriceMinor}`),
  ],
);
