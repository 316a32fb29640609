import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, currency, id, instant } from "./columns";
import { areGrants, grants } from "./membership-terms";
import { membershipInterval, membershipPeriods, memberships } from "./memberships";
import { products } from "./products";

/** Whether a change takes effect with its payment, or when what is paid has ended. */
export const changeKind = pgEnum("membership_change_kind", ["at_once", "at_end"]);

/** The changes of plan that members have asked for: the plan of that day, as it was shown. */
export const membershipChanges = pgTable(
  "membership_changes",
  {
    id: id(),
    membershipId: uuid()
      .notNull()
      .references(() => memberships.id, { onDelete: "restrict" }),
    kind: changeKind().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "restrict" }),
    title: text().notNull(),
    ...grants(),
    interval: membershipInterval().notNull(),
    /** What a period costs. */
    priceMinor: integer().notNull(),
    /** Whether it is the price of the first members, which stays. */
    isFounding: boolean().notNull().default(false),
    currency: currency().notNull(),
    /** What Stripe calls the price: it says that the change has been made by charging it. */
    priceReference: text().notNull(),
    /** What was shown as taken at once; 0 for a change at the end. */
    amountMinor: integer().notNull(),
    /** From when the amount was reckoned, or when what is paid ends. */
    startsAt: instant().notNull(),
    /** The credits that come with a change at once for the rest of a month, or go with it. */
    creditChange: integer().notNull().default(0),
    /** Those published when it was asked for. */
    termsVersion: integer(),
    privacyVersion: integer(),
    /** Stripe's schedule of a change at the end. */
    scheduleReference: text(),
    /** Stripe's invoice, while a change at once waits for its payment. */
    invoiceReference: text(),
    waitsUntil: instant(),
    /** When Stripe charged the new price. */
    startedAt: instant(),
    /** The first period that was paid at the new price. */
    periodId: uuid()
      .unique()
      .references(() => membershipPeriods.id, { onDelete: "restrict" }),
    /** When it was made, given up or taken back; null while it is open. */
    endedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("membership_changes_open_once")
      .on(table.membershipId)
      .where(sql`${table.endedAt} is null`),
    index("membership_changes_membership_idx").on(table.membershipId, table.createdAt),
    index("membership_changes_product_idx").on(table.productId),
    check("membership_changes_grants", areGrants(table)),
    check("membership_changes_amounts", sql`${table.priceMinor} > 0 and ${table.amountMinor} >= 0`),
    check("membership_changes_kind", sql`(${table.kind} = 'at_once') = (${table.amountMinor} > 0)`),
    check("membership_changes_waiting", sql`(${table.invoiceReference} is null) = (${table.waitsUntil} is null)`),
    check("membership_changes_made", sql`${table.startedAt} is null or ${table.endedAt} is not null`),
  ],
);

export type PlanChange = typeof membershipChanges.$inferSelect;
