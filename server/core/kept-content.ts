import type { Database, Queryable } from "@db/client";
import { isDatabase, readRevision } from "./revision";

type KeptValue<Value> = { moment: string; value: Promise<Value> };

/**
 * Returns a function that reads something of which public pages show a part, and reads it again only once the revision
 * has risen. What is kept is never older than a commit that was answered before. Transactions read for themselves. The
 * value is shared: never change it.
 */
export function keepContent<Value>(read: (db: Queryable) => Promise<Value>): (db: Queryable) => Promise<Value> {
  const keep = keeper<Value>();
  return (db) => keep(db, "", () => read(db));
}

type TimedDatabase = { db: Queryable; clock: { now(): Date } };

/** Keeps what is read like `keepContent`, for what the clock changes, too: it is read again in each minute. */
export function keepForMinute<Ctx extends TimedDatabase, Value>(
  read: (ctx: Ctx) => Promise<Value>,
): (ctx: Ctx) => Promise<Value> {
  const keep = keeper<Value>();
  return (ctx) => keep(ctx.db, String(minuteOf(ctx.clock.now())), () => read(ctx));
}

const minuteMs = 60_000;

/**
 * Returns the number of a minute. Sessions begin and end at whole ones, so what the clock shows of them changes between
 * two minutes only.
 */
export const minuteOf = (now: Date): number => Math.floor(now.getTime() / minuteMs);

function keeper<Value>() {
  const kept = new WeakMap<Database, KeptValue<Value>>();
  return async (db: Queryable, time: string, read: () => Promise<Value>): Promise<Value> => {
    if (!isDatabase(db)) return read();
    const revision = await readRevision(db).catch(() => null);
    if (revision === null) return read();
    const moment = `${revision} ${time}`;
    const known = kept.get(db);
    if (known?.moment === moment) return known.value;
    // Drizzle runs a query each time that it is awaited.
    const now = { moment, value: Promise.resolve(read()) };
    kept.set(db, now);
    now.value.catch(() => kept.get(db) === now && kept.delete(db));
    return now.value;
  };
}
