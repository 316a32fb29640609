import { sql } from "drizzle-orm";
import { boolean, check, customType, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, currency, id, instant, sessionPricing } from "./columns";
import { locationType, oneToOneOffers } from "./one-to-one-offers";
import { sessionCategories } from "./session-categories";

const period = customType<{ data: string }>({ dataType: () => "tstzrange" });

export const liveSessions = pgTable(
  "live_sessions",
  {
    id: id(),
    title: text().notNull(),
    /** Paragraphs separated by blank lines; lists show the first one. */
    description: text().notNull(),
    category: text().references(() => sessionCategories.name, { onUpdate: "cascade", onDelete: "set null" }),
    startTime: instant().notNull(),
    durationMinutes: integer().notNull().default(60),
    locationType: locationType().notNull().default("online"),
    location: text(),
    address: text(),
    city: text(),
    postCode: text(),
    zoomLink: text(),
    recordingUrl: text(),
    isRecordingPublic: boolean().notNull().default(false),
    pricing: sessionPricing().notNull().default("one"),
    /** Pence, converted when the session was saved. Of several prices, the lowest; beside an early one, the later one. */
    priceMinor: integer().notNull().default(0),
    /** The price as typed, in `enteredCurrency`. */
    enteredPriceMinor: integer().notNull().default(0),
    enteredCurrency: currency().notNull().default("GBP"),
    /** The highest of several prices; null with one. */
    highestPriceMinor: integer(),
    enteredHighestMinor: integer(),
    /** How many credits of a pass one ticket costs, whatever its price; 0 for never by pass, null for the rule of the pass. */
    creditCost: integer(),
    maxAttendees: integer(),
    isFeatured: boolean().notNull().default(false),
    isPublished: boolean().notNull().default(true),
    whatToBring: text(),
    thumbnailUrl: text(),
    cancelledAt: instant(),
    /** Attendees who booked before this may cancel until the start. */
    rescheduledAt: instant(),
    /** The SEQUENCE of calendar files. */
    calendarSequence: integer().notNull().default(0),
    seriesId: uuid(),
    /** Counts the edits. Moving a booking to an older version is refused. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    /** The offer of which a booking has made this one-to-one session; null for a group. */
    offerId: uuid().references(() => oneToOneOffers.id, { onDelete: "restrict" }),
    /** What stays free around a one-to-one session. */
    bufferBeforeMinutes: integer().notNull().default(0),
    bufferAfterMinutes: integer().notNull().default(0),
    /** When the time of a one-to-one session became free again, because its place was given back. */
    slotFreedAt: instant(),
    /** What a one-to-one session holds with its buffers; set by a trigger, and no two overlap. */
    blocked: period(),
  },
  (table) => [
    index("live_sessions_offer_idx")
      .on(table.offerId, table.startTime)
      .where(sql`${table.offerId} is not null`),
    index("live_sessions_start_time_idx").on(table.startTime),
    index("live_sessions_series_idx").on(table.seriesId),
    index("live_sessions_city_idx").on(table.city, table.startTime),
    check("live_sessions_duration_positive", sql`${table.durationMinutes} >= 1`),
    check("live_sessions_price_not_negative", sql`${table.priceMinor} >= 0 and ${table.enteredPriceMinor} >= 0`),
    check("live_sessions_price_free_together", sql`(${table.priceMinor} = 0) = (${table.enteredPriceMinor} = 0)`),
    check(
      "live_sessions_highest_price",
      sql`(${table.pricing} in ('rates', 'between')) = (${table.highestPriceMinor} is not null)
        and (${table.highestPriceMinor} is null) = (${table.enteredHighestMinor} is null)
        and coalesce(${table.highestPriceMinor} >= ${table.priceMinor} and ${table.enteredHighestMinor} >= ${table.enteredPriceMinor}, true)`,
    ),
    check("live_sessions_credit_cost", sql`${table.creditCost} is null or ${table.creditCost} between 0 and 20`),
    check("live_sessions_max_attendees_positive", sql`${table.maxAttendees} is null or ${table.maxAttendees} >= 1`),
  ],
);

export type LiveSession = typeof liveSessions.$inferSelect;
