import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, currency, id, instant } from "./columns";
import { memberships } from "./memberships";
import { cover, isPeriod, period } from "./pass-terms";
import { products } from "./products";
import { purchases } from "./purchases";

/** What one customer has bought: the terms of that day. */
export const passes = pgTable(
  "passes",
  {
    id: id(),
    /** Null for what a membership grants. */
    purchaseId: uuid()
      .unique()
      .references(() => purchases.id, { onDelete: "restrict" }),
    /** The membership whose cover of sessions, or whose credits, this is. */
    membershipId: uuid().references(() => memberships.id, { onDelete: "restrict" }),
    /** At most so many of a membership's sessions a week. */
    weeklyLimit: integer(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "restrict" }),
    /** Null until an account has confirmed the holder's address. */
    userId: uuid().references(() => users.id, { onDelete: "restrict" }),
    email: text().notNull(),
    title: text().notNull(),
    ...period(),
    ...cover(),
    /** The price that was really paid. */
    priceMinor: integer().notNull(),
    currency: currency().notNull(),
    startsAt: instant(),
    /** The first instant that is no longer in its period. */
    endsAt: instant(),
    /** When it was taken back, by a refund or by removing its purchase. */
    endedAt: instant(),
    /** Since when a bank disputes its payment. */
    frozenAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("passes_membership_once")
      .on(table.membershipId, sql`(${table.credits} is null)`)
      .where(sql`${table.membershipId} is not null`),
    index("passes_user_idx").on(table.userId),
    index("passes_product_idx").on(table.productId),
    index("passes_ends_idx").on(table.endsAt),
    check("passes_period", isPeriod(table)),
    check("passes_source", sql`num_nonnulls(${table.purchaseId}, ${table.membershipId}) = 1`),
    check("passes_begun", sql`(${table.startsAt} is null) = (${table.endsAt} is null)`),
    check("passes_price_not_negative", sql`${table.priceMinor} >= 0`),
  ],
);

export type Pass = typeof passes.$inferSelect;
