import { sql, type SQL } from "drizzle-orm";
import { pgEnum, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Random version-4 key: booking and payment ids appear in addresses, so they must not be guessable. */
export const id = () => uuid().primaryKey().defaultRandom();

/** An instant, stored in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

export const createdAt = () => instant().notNull().defaultNow();

export const currency = pgEnum("currency", ["GBP", "EUR", "USD"]);

/** A secret of 244 random bits in mailed links. It allows managing the row without signing in. */
export const manageKey = () =>
  text()
    .notNull()
    .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`);

const accented = "ÁÀÂÄÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØÚÙÛÜÝáàâäãåçéèêëíìîïñóòôöõøúùûüýÿ";
const plain = "aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy";

/** Returns a name's sort key without case and accents, since the database compares bytes and sorts É after z. */
export const alphabetical = (name: SQL): SQL =>
  sql`lower(translate(${name}, ${sql.raw(`'${accented}'`)}, ${sql.raw(`'${plain}'`)}))`;
