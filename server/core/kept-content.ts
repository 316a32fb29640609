import type { Database, Queryable } from "@db/client";
import { readRevisions } from "./revisions";

type Read<Value> = (db: Queryable) => Promise<Value>;
type Kept<Value> = { content: number; value: Promise<Value> };

/**
 * Returns a function that reads something that depends on the content's revision alone, and reads it again only once
 * the revision has risen. Requests share the query for it, which starts after each of them, so what is kept is never
 * older than a commit that was answered before. Transactions read for themselves. The value is shared: never change it.
 */
export function keepContent<Value>(read: Read<Value>): Read<Value> {
  const keep = keeper<Value>();
  return (db) => keep(db, () => read(db));
}

type Asking = { db: Queryable; clock: { now(): Date } };
type Timed<Value> = { value: Value; until: Date | null; readAt: Date };

/**
 * Like `keepContent`, for what the clock changes, too: `until` is the moment from which the same content gives another
 * value, null if there is none.
 */
export function keepContentUntil<Ctx extends Asking, Value>(
  read: (ctx: Ctx) => Promise<{ value: Value; until: Date | null }>,
): (ctx: Ctx) => Promise<Value> {
  const keep = keeper<Timed<Value>>();
  return async (ctx) => {
    const now = ctx.clock.now();
    const readNow = async () => ({ ...(await read(ctx)), readAt: now });
    const isCurrent = ({ readAt, until }: Timed<Value>) => readAt <= now && (until === null || now < until);
    return (await keep(ctx.db, readNow, isCurrent)).value;
  };
}

function keeper<Value>() {
  const kept = new WeakMap<Database, Kept<Value>>();
  return async (db: Queryable, read: () => Promise<Value>, isCurrent?: (value: Value) => boolean): Promise<Value> => {
    if (!isDatabase(db)) return read();
    const revisions = await readRevisions({ db }, []).catch(() => null);
    if (!revisions) return read();
    const known = kept.get(db);
    if (known?.content === revisions.content) {
      const value = await known.value;
      if (!isCurrent || isCurrent(value)) return value;
    }
    const now = { content: revisions.content, value: read() };
    kept.set(db, now);
    now.value.catch(() => kept.get(db) === now && kept.delete(db));
    return now.value;
  };
}

const isDatabase = (db: Queryable): db is Database => "$client" in db;
