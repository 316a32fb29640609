import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, integer, pgEnum, pgTable, uuid } from "drizzle-orm/pg-core";
import { placeLimit } from "./pass-terms";
import { products } from "./products";

/** Which collections a membership opens. */
export const membershipCollections = pgEnum("membership_collections", ["none", "all", "chosen"]);

const ids = () =>
  uuid()
    .array()
    .notNull()
    .default(sql`'{}'`);

/** Returns the columns of what a membership grants: any mix of these. */
export const grants = () => ({
  /** Whether sessions of its categories cost nothing. */
  coversSessions: boolean().notNull().default(false),
  /** Up to which price of a place it covers sessions, and its credits pay. */
  placeLimit: placeLimit(),
  /** The categories of these sessions; none means all. */
  categoryIds: ids(),
  /** At most so many of these sessions a week; null for any number. */
  weeklyLimit: integer(),
  /** The credits of each month; null for none. */
  credits: integer(),
  /** At most so many credits of the months before are kept when those of a month come. */
  carriedOver: integer().notNull().default(0),
  collections: membershipCollections().notNull().default("none"),
  collectionIds: ids(),
  /** Taken off sessions that nothing else pays for, passes, courses, recordings and resources. */
  discountPercent: integer().notNull().default(0),
});

type GrantColumns = Record<"weeklyLimit" | "credits" | "carriedOver" | "discountPercent", AnyPgColumn>;

export const areGrants = ({ weeklyLimit, credits, carriedOver, discountPercent }: GrantColumns) =>
  sql`coalesce(${weeklyLimit} between 1 and 50, true) and coalesce(${credits} between 1 and 100, true)
    and ${carriedOver} between 0 and 100 and ${discountPercent} between 0 and 90`;

/** What a product of the kind `membership` grants and costs, for those who join from now on. Its currency is the product's. */
export const membershipTerms = pgTable(
  "membership_terms",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    ...grants(),
    /** Null: it can't be paid by the month. */
    monthlyMinor: integer(),
    yearlyMinor: integer(),
    trialDays: integer().notNull().default(0),
  },
  (table) => [
    check("membership_terms_grants", areGrants(table)),
    check(
      "membership_terms_prices",
      sql`coalesce(${table.monthlyMinor}, ${table.yearlyMinor}) is not null
        and coalesce(${table.monthlyMinor} > 0, true) and coalesce(${table.yearlyMinor} > 0, true)`,
    ),
    check("membership_terms_trial", sql`${table.trialDays} between 0 and 90`),
  ],
);
