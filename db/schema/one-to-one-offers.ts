import { sql } from "drizzle-orm";
import { boolean, check, integer, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, currency, id, sessionPricing } from "./columns";
import { sessionCategories } from "./session-categories";

export const locationType = pgEnum("location_type", ["online", "onsite"]);

/** A kind of session for one person, booked at a time that is free. */
export const oneToOneOffers = pgTable(
  "one_to_one_offers",
  {
    id: id(),
    slug: text().notNull().unique("one_to_one_offers_slug"),
    title: text().notNull(),
    /** Paragraphs separated by blank lines; lists show the first one. */
    description: text().notNull(),
    category: text().references(() => sessionCategories.name, { onUpdate: "cascade", onDelete: "set null" }),
    thumbnailUrl: text(),
    durationMinutes: integer().notNull().default(60),
    locationType: locationType().notNull().default("online"),
    address: text(),
    city: text(),
    postCode: text(),
    zoomLink: text(),
    pricing: sessionPricing().notNull().default("one"),
    /** Pence, converted when the offer was saved. Of several prices, the lowest. */
    priceMinor: integer().notNull().default(0),
    /** The price as typed, in `enteredCurrency`. */
    enteredPriceMinor: integer().notNull().default(0),
    enteredCurrency: currency().notNull().default("GBP"),
    /** The highest of several prices; null with one. */
    highestPriceMinor: integer(),
    enteredHighestMinor: integer(),
    /** As of a session. */
    creditCost: integer(),
    /** What stays free around a session. */
    bufferBeforeMinutes: integer().notNull().default(0),
    bufferAfterMinutes: integer().notNull().default(0),
    /** How far apart the times are that can be chosen. */
    stepMinutes: integer().notNull().default(30),
    /** How long before its start a time can no longer be booked. */
    noticeHours: integer().notNull().default(24),
    /** How many days ahead times can be booked. */
    horizonDays: integer().notNull().default(56),
    /** The most sessions on one day of the site's zone; null without a limit. */
    maxPerDay: integer(),
    /** Whether the instructor approves each booking first. */
    needsApproval: boolean().notNull().default(false),
    isOn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    check("one_to_one_offers_duration", sql`${table.durationMinutes} between 5 and 1440`),
    check(
      "one_to_one_offers_price",
      sql`${table.priceMinor} >= 0 and ${table.enteredPriceMinor} >= 0 and (${table.priceMinor} = 0) = (${table.enteredPriceMinor} = 0)`,
    ),
    check(
      "one_to_one_offers_highest_price",
      sql`${table.pricing} <> 'early' and (${table.pricing} in ('rates', 'between')) = (${table.highestPriceMinor} is not null)
        and (${table.highestPriceMinor} is null) = (${table.enteredHighestMinor} is null)
        and coalesce(${table.highestPriceMinor} >= ${table.priceMinor} and ${table.enteredHighestMinor} >= ${table.enteredPriceMinor}, true)`,
    ),
    check("one_to_one_offers_credit_cost", sql`${table.creditCost} is null or ${table.creditCost} between 0 and 20`),
    check(
      "one_to_one_offers_buffers",
      sql`${table.bufferBeforeMinutes} between 0 and 720 and ${table.bufferAfterMinutes} between 0 and 720`,
    ),
    check("one_to_one_offers_step", sql`${table.stepMinutes} between 5 and 720`),
    check("one_to_one_offers_notice", sql`${table.noticeHours} between 0 and 720`),
    check("one_to_one_offers_horizon", sql`${table.horizonDays} between 1 and 366`),
    check("one_to_one_offers_per_day", sql`${table.maxPerDay} is null or ${table.maxPerDay} >= 1`),
  ],
);

export type OneToOneOffer = typeof oneToOneOffers.$inferSelect;
