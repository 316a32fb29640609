import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, currency, id, instant } from "./columns";

export const productKind = pgEnum("product_kind", ["collection", "resource"]);

/** What the specification says of one collection alone. Those that the instructor adds have no such words. */
export type SpecifiedWords = {
  /** The title that these words belong to: another title brings words of its own. */
  title: string;
  badge: string;
  unlockTitle: string;
  /** The hero's two parts; the second one is set in italics. */
  hero: [string, string];
  /** The text while the collection has no description of its own. */
  lede: string;
  description: string;
  banner: string;
  offer: string;
  /** "birth", as in "every birth recording". */
  series: string;
  /** The label of its item in the site's menu, which stands at this place. */
  menu: string;
  menuIndex: number;
  /** "Birth", in the back office's figures. */
  office: string;
  /** The head of the back office's page of its recordings. */
  management: string;
  /** In the menu and the search: the pages of its recordings and of its buyers, what is there, other words for it. */
  libraryTitle: string;
  libraryText: string;
  librarySearch: string;
  buyersTitle: string;
  buyersText: string | null;
  buyersSearch: string;
  /** The name in lists of orders and the ledger. */
  ledger: string;
  /** "birth recordings", in a sentence about revenue. */
  figures: string;
  /** The button in the empty member's area. */
  browse: string;
  /** The text below a recording without a description. */
  recording: string;
  program: { title: string; text: string; link: "birth" | "workshops" };
  /** Whether a recording's form asks for its position. */
  asksForPosition: boolean;
  /** Whether buyers are led to their resources after a moment. */
  leadsToResources: boolean;
};

/** What is sold, besides places in sessions. What a kind means is said in server/selling/products/kinds.ts. */
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
    priceMinor: integer().notNull().default(0),
    priceCurrency: currency().notNull().default("USD"),
    orderIndex: integer().notNull().default(0),
    /** A collection that is off is shown to those who have it only. */
    isOn: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** No longer listed or sold; those who bought it keep it. */
    withdrawnAt: instant(),
  },
  (table) => [
    index("products_created_idx").on(table.createdAt),
    check("products_price_not_negative", sql`${table.priceMinor} >= 0`),
    check("products_order_not_negative", sql`${table.orderIndex} >= 0`),
    check("products_slug", sql`(${table.kind} = 'collection') = (${table.slug} is not null)`),
  ],
);
