import { sql } from "drizzle-orm";
import { check, date, integer, pgEnum, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id } from "./columns";
import { liveSessions } from "./live-sessions";
import { oneToOneOffers } from "./one-to-one-offers";
import { products } from "./products";

/** `suggested`: the amount that a form begins with where any amount between two can be paid. */
export const priceRateKind = pgEnum("price_rate_kind", ["named", "early", "suggested"]);

export const maxPriceRates = 4;

/** A price that can be chosen for a session, a one-to-one offer or a pass, or that is offered early, beside the price of its own columns. */
export const priceRates = pgTable(
  "price_rates",
  {
    id: id(),
    sessionId: uuid().references(() => liveSessions.id, { onDelete: "cascade" }),
    productId: uuid().references(() => products.id, { onDelete: "cascade" }),
    offerId: uuid().references(() => oneToOneOffers.id, { onDelete: "cascade" }),
    kind: priceRateKind().notNull(),
    /** The order, from 1. */
    number: integer().notNull(),
    name: text().notNull(),
    /** Pence for a session or an offer, converted when it was saved; for a product, in its own currency. */
    priceMinor: integer().notNull(),
    /** The price as typed, in the currency of what it belongs to. */
    enteredPriceMinor: integer().notNull(),
    /** The places that can be booked at this price; null without a limit. */
    places: integer(),
    /** The last day of an early price in the site's zone. */
    lastDay: date(),
  },
  (table) => [
    unique("price_rates_session_number").on(table.sessionId, table.kind, table.number),
    unique("price_rates_product_number").on(table.productId, table.kind, table.number),
    unique("price_rates_offer_number").on(table.offerId, table.kind, table.number),
    uniqueIndex("price_rates_session_name").on(table.sessionId, sql`lower(${table.name})`),
    uniqueIndex("price_rates_product_name").on(table.productId, sql`lower(${table.name})`),
    uniqueIndex("price_rates_offer_name").on(table.offerId, sql`lower(${table.name})`),
    check("price_rates_of_one", sql`num_nonnulls(${table.sessionId}, ${table.productId}, ${table.offerId}) = 1`),
    // Each of an offer's bookings makes a session of its own: there are no places of the offer to count.
    check(
      "price_rates_of_offer",
      sql`${table.offerId} is null or (${table.places} is null and ${table.kind} <> 'early')`,
    ),
    check("price_rates_number", sql`${table.number} between 1 and ${sql.raw(String(maxPriceRates))}`),
    check("price_rates_price", sql`${table.priceMinor} >= 0 and ${table.enteredPriceMinor} >= 0`),
    check("price_rates_places", sql`${table.places} is null or ${table.places} >= 1`),
    check("price_rates_early", sql`${table.kind} = 'early' or ${table.lastDay} is null`),
  ],
);

export type PriceRate = typeof priceRates.$inferSelect;
