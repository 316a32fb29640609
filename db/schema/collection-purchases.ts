import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, numeric, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { alphabetical, createdAt, currency, id, instant, manageKey } from "./columns";
import { collection, resources } from "./library";
import { users } from "./accounts";
import type { DiscountTerms } from "./discount-codes";

/** Only `paid` and `free` give access. */
export const purchaseStatus = pgEnum("purchase_status", ["pending", "paid", "free", "failed", "cancelled", "refunded"]);

export const collectionPurchases = pgTable(
  "collection_purchases",
  {
    id: id(),
    /** What was bought: a collection of recordings or a learning resource. */
    collection: collection(),
    /** The name that the instructor had given to the collection when it was bought; null for that of the software. */
    collectionTitle: text(),
    resourceId: uuid().references(() => resources.id, { onDelete: "restrict" }),
    /** As it was called when it was bought. */
    resourceTitle: text(),
    /** Null until an account has confirmed the buyer's address. */
    userId: uuid().references(() => users.id, { onDelete: "restrict" }),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    status: purchaseStatus().notNull(),
    formKey: uuid().notNull().unique(),
    holdUntil: instant(),
    listPriceMinor: integer().notNull(),
    discountMinor: integer().notNull().default(0),
    totalMinor: integer().notNull(),
    currency: currency().notNull(),
    exchangeRate: numeric(),
    appliedDiscountCode: text(),
    discountTerms: jsonb().$type<DiscountTerms>(),
    manageKey: manageKey(),
    /** Those published at the purchase, as of a booking. */
    termsVersion: integer(),
    privacyVersion: integer(),
    /** With which the buyer asked for access at once and gave up the right to withdraw; null if they did not. */
    waiverText: text(),
    waiverVersion: integer(),
    waivedAt: instant(),
    /** When access begins, while the buyer waits for it; null once it has begun. */
    opensAt: instant(),
    createdAt: createdAt(),
    completedAt: instant(),
    refundWaivedAt: instant(),
    /** Hidden from lists and without access, kept for accounting. */
    archivedAt: instant(),
  },
  (table) => [
    uniqueIndex("collection_purchases_owned_once")
      .on(table.collection, table.userId)
      .where(sql`${table.status} in ('paid', 'free') and ${table.archivedAt} is null`),
    uniqueIndex("collection_purchases_resource_owned_once")
      .on(table.resourceId, table.userId)
      .where(sql`${table.status} in ('paid', 'free') and ${table.archivedAt} is null`),
    index("collection_purchases_user_idx").on(table.userId),
    index("collection_purchases_email_idx").on(sql`lower(${table.customerEmail})`),
    index("collection_purchases_guest_idx")
      .on(sql`md5(lower(${table.customerEmail}))`)
      .where(sql`${table.userId} is null`),
    index("collection_purchases_code_idx").on(table.appliedDiscountCode),
    index("collection_purchases_created_idx").on(table.createdAt),
    // Lets lists count and page with an index-only scan.
    index("collection_purchases_listed_idx")
      .on(table.collection, sql`${table.createdAt} desc`, sql`${table.id} desc`, table.status)
      .where(sql`${table.archivedAt} is null`),
    index("collection_purchases_name_idx")
      .on(alphabetical(sql`${table.customerName}`), table.id)
      .where(sql`${table.archivedAt} is null`),
    check("collection_purchases_one_item", sql`num_nonnulls(${table.collection}, ${table.resourceId}) = 1`),
    check("collection_purchases_title", sql`num_nonnulls(${table.resourceId}, ${table.resourceTitle}) in (0, 2)`),
    check(
      "collection_purchases_waiver_whole",
      sql`num_nonnulls(${table.waiverText}, ${table.waiverVersion}, ${table.waivedAt}) in (0, 3)`,
    ),
    check("collection_purchases_total", sql`${table.totalMinor} between 0 and ${table.listPriceMinor}`),
  ],
);
