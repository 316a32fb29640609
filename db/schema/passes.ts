import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, index, integer, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, currency, id, instant } from "./columns";
import { products } from "./products";
import { purchases } from "./purchases";

/** Which sessions a pass is for. */
export const passCover = pgEnum("pass_cover", ["all", "categories", "online", "on_site"]);

/** When the period of a pass begins: with its purchase, or with the first booking. */
export const passStart = pgEnum("pass_start", ["purchase", "first_use"]);

const cover = () => ({
  cover: passCover().notNull(),
  /** The categories, where it is for these only. */
  categoryIds: uuid()
    .array()
    .notNull()
    .default(sql`'{}'`),
});

const period = () => ({
  /** Null: any number of bookings within the period. */
  credits: integer(),
  months: integer().notNull(),
  starts: passStart().notNull(),
});

type PeriodColumns = { credits: AnyPgColumn; months: AnyPgColumn };

const isPeriod = ({ credits, months }: PeriodColumns) =>
  sql`${months} between 1 and 60 and (${credits} is null or ${credits} between 1 and 100)`;

/** What a product of the kind `pass` holds, for those who buy it from now on. */
export const passTerms = pgTable(
  "pass_terms",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    ...period(),
    ...cover(),
    /** Each person may buy it once, as a first offer. */
    isIntroduction: boolean().notNull().default(false),
  },
  (table) => [check("pass_terms_period", isPeriod(table))],
);

/** What a pass holds for one who has begun to buy it; whatever the instructor changes then is for others. */
export type AgreedPassTerms = Pick<
  typeof passTerms.$inferSelect,
  "credits" | "months" | "starts" | "cover" | "categoryIds"
>;

/** What one customer has bought: the terms of that day. */
export const passes = pgTable(
  "passes",
  {
    id: id(),
    purchaseId: uuid()
      .notNull()
      .unique()
      .references(() => purchases.id, { onDelete: "restrict" }),
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
    index("passes_user_idx").on(table.userId),
    index("passes_product_idx").on(table.productId),
    index("passes_ends_idx").on(table.endsAt),
    check("passes_period", isPeriod(table)),
    check("passes_begun", sql`(${table.startsAt} is null) = (${table.endsAt} is null)`),
    check("passes_price_not_negative", sql`${table.priceMinor} >= 0`),
  ],
);

export type Pass = typeof passes.$inferSelect;
