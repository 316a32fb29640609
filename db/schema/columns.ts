import { pgEnum, timestamp, uuid } from "drizzle-orm/pg-core";

/** Random version-4 key: booking and payment ids appear in addresses, so they must not be guessable. */
export const id = () => uuid().primaryKey().defaultRandom();

/** An instant, stored in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

export const createdAt = () => instant().notNull().defaultNow();

export const currency = pgEnum("currency", ["GBP", "EUR", "USD"]);
