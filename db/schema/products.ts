import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, currency, id, instant, sessionPricing } from "./columns";
import { mediaFiles } from "./media-files";
import type { SpecifiedWords } from "./specified-words";

export const productKind = pgEnum("product_kind", [
  "collection",
  "resource",
  "pass",
  "gift_card",
  "course",
  "membership",
]);

/** What is sold, besides places in sessions. What a kind means is said in server/catalogue/products/kinds.ts. */
export const products = pgTable(
  "products",
  {
    id: id(),
    kind: productKind().notNull(),
    /** Names a collection in addresses. */
    slug: text().unique(),
    /** The page of a collection that has an address of its own; null for /collections/SLUG. */
    address: text().unique(),
    title: text().notNull(),
    description: text().notNull().default(""),
    /** The heading that a resource stands under. */
    category: text(),
    words: jsonb().$type<SpecifiedWords>(),
    /** The family of drawings of a collection. */
    plate: text(),
    /** A collection's own picture, shown in place of its drawing. */
    pictureId: uuid().references(() => mediaFiles.id, { onDelete: "restrict" }),
    /** As of a session. Only passes and courses have several prices, and only courses an early one. */
    pricing: sessionPricing().notNull().default("one"),
    /** In `priceCurrency`. Of several prices, the lowest. */
    priceMinor: integer().notNull().default(0),
    /** The highest of several prices; null with one. */
    highestPriceMinor: integer(),
    priceCurrency: currency().notNull().default("USD"),
    /** Whether its price has been typed. A collection without one is not shown. */
    isPriced: boolean().notNull().default(true),
    orderIndex: integer().notNull().default(0),
    /** A collection that is off is shown to those who have it only; a pass, gift card or course that is off is not sold. */
    isOn: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** No longer listed or sold; those who bought it keep it. */
    withdrawnAt: instant(),
  },
  (table) => [
    check("products_price_not_negative", sql`${table.priceMinor} >= 0`),
    check("products_priced", sql`${table.isPriced} or not ${table.isOn}`),
    check(
      "products_highest_price",
      // As text: the value was added in the same transaction when several migrations run at once.
      sql`(${table.pricing} <> 'early' or ${table.kind}::text = 'course')
        and (${table.pricing} in ('one', 'early')) = (${table.highestPriceMinor} is null)
        and coalesce(${table.highestPriceMinor} >= ${table.priceMinor}, true)`,
    ),
    check("products_order_not_negative", sql`${table.orderIndex} >= 0`),
    check("products_slug", sql`(${table.kind} = 'collection') = (${table.slug} is not null)`),
  ],
);
