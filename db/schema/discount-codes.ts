import { sql } from "drizzle-orm";
import { boolean, check, integer, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, currency, id, instant } from "./columns";

export const discountType = pgEnum("discount_type", ["percentage", "fixed_amount"]);

export const discountCodes = pgTable(
  "discount_codes",
  {
    id: id(),
    code: text().notNull().unique(),
    discountType: discountType().notNull(),
    discountPercentage: integer(),
    discountAmountMinor: integer(),
    discountCurrency: currency(),
    isActive: boolean().notNull().default(true),
    isOneTimeUse: boolean().notNull().default(false),
    /** `validUntil` is exclusive; null means no limit. */
    validFrom: instant(),
    validUntil: instant(),
    /** Live bookings and purchases; null means no limit. */
    maxUses: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    check("discount_codes_code_form", sql`${table.code} = upper(btrim(${table.code})) and ${table.code} <> ''`),
    check(
      "discount_codes_code_not_reserved",
      sql`${table.code} not in ('BIRTH_PACKAGE_PRICE', 'STRESS_PACKAGE_PRICE')`,
    ),
    check("discount_codes_max_uses_positive", sql`${table.maxUses} is null or ${table.maxUses} >= 1`),
    check("discount_codes_validity", sql`${table.validUntil} > ${table.validFrom}`),
    check(
      "discount_codes_terms",
      sql`case ${table.discountType}
        when 'percentage' then coalesce(${table.discountPercentage} between 1 and 100, false)
        else coalesce(${table.discountAmountMinor} > 0, false) and ${table.discountCurrency} is not null end`,
    ),
  ],
);

/** The terms as they stood when the code was used. */
export type DiscountTerms =
  | { type: "percentage"; percentage: number }
  | { type: "fixed_amount"; amountMinor: number; currency: "GBP" | "EUR" | "USD" };
