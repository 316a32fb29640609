import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { currency, instant } from "./columns";
import { membershipInterval } from "./memberships";
import { products } from "./products";

/**
 * What the instructor has decided that the members of a plan pay, each from their first renewal after a notice. It is
 * for those whose price was agreed before; without a row, members keep what they have joined at.
 */
export const memberPrices = pgTable(
  "member_prices",
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    interval: membershipInterval().notNull(),
    priceMinor: integer().notNull(),
    currency: currency().notNull(),
    /** Names the decision, so that each is mailed. */
    decision: uuid().notNull(),
    decidedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.interval] }),
    check("member_prices_positive", sql`${table.priceMinor} > 0`),
  ],
);
