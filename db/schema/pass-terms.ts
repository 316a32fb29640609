import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, integer, jsonb, pgEnum, pgTable, uuid } from "drizzle-orm/pg-core";
import { products } from "./products";

/** Which sessions a pass is for. */
export const passCover = pgEnum("pass_cover", ["all", "categories", "online", "on_site"]);

/** When the period of a pass begins: with its purchase, or with the first booking. */
export const passStart = pgEnum("pass_start", ["purchase", "first_use"]);

/** The dearest place that one credit pays for: in pence, and as typed. */
export type PlaceLimit = {
  priceMinor: number;
  enteredPriceMinor: number;
  enteredCurrency: (typeof products.$inferSelect)["priceCurrency"];
};

/** Returns the column of the limit; null for places of any price. */
export const placeLimit = () => jsonb().$type<PlaceLimit>();

export const cover = () => ({
  placeLimit: placeLimit(),
  cover: passCover().notNull(),
  /** The categories, where it is for these only. */
  categoryIds: uuid()
    .array()
    .notNull()
    .default(sql`'{}'`),
});

export const period = () => ({
  /** Null: any number of bookings within the period. */
  credits: integer(),
  months: integer().notNull(),
  starts: passStart().notNull(),
});

type PeriodColumns = { credits: AnyPgColumn; months: AnyPgColumn };

export const isPeriod = ({ credits, months }: PeriodColumns) =>
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
> & {
  /** Absent for those who bought it before there were limits. */
  placeLimit?: PlaceLimit | null;
};
