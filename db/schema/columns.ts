import { sql, type SQL } from "drizzle-orm";
import { pgEnum, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Defines a random id, because booking and payment ids appear in URLs and must not be guessable. */
export const id = () => uuid().primaryKey().defaultRandom();

export const instant = () => timestamp({ withTimezone: true, mode: "date" });

export const createdAt = () => instant().notNull().defaultNow();

export const currency = pgEnum("currency", ["GBP", "EUR", "USD"]);

/**
 * How something is priced: one price; one that is lower until a day or for the first places; rates to choose from; any
 * amount between two.
 */
export const sessionPricing = pgEnum("session_pricing", ["one", "early", "rates", "between"]);

/** Defines a key of 244 random bits for mailed links, which manage the row without signing in. */
export const manageKey = () =>
  text()
    .notNull()
    .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`);

const accented = "ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ";
const plain = "aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy";

/** Returns a key to sort names by, as the database compares bytes, which would sort É after z. */
export const alphabetical = (name: SQL): SQL =>
  sql`lower(translate(${name}, ${sql.raw(`'${accented}'`)}, ${sql.raw(`'${plain}'`)}))`;
