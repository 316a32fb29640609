import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";
import { memberships } from "./memberships";

/** The standing places of members: each takes a place in every new date of a series. A date's booking has its id as form key. */
export const standingPlaces = pgTable(
  "standing_places",
  {
    id: id(),
    membershipId: uuid()
      .notNull()
      .references(() => memberships.id, { onDelete: "restrict" }),
    seriesId: uuid().notNull(),
    /** The health statement that its member has confirmed with it; null if the instructor has taken it for them. */
    healthVersion: integer(),
    timeZone: text().notNull(),
    /** When it was given up. */
    endedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("standing_places_once")
      .on(table.membershipId, table.seriesId)
      .where(sql`${table.endedAt} is null`),
    index("standing_places_series_idx").on(table.seriesId),
  ],
);

export type StandingPlace = typeof standingPlaces.$inferSelect;
