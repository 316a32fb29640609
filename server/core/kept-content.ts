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
  const kept = new WeakMap<Database, Kept<Value>>();
  return async (db) => {
    if (!isDatabase(db)) return read(db);
    const revisions = await readRevisions({ db }, []).catch(() => null);
    if (!revisions) return read(db);
    const known = kept.get(db);
    if (known?.content === revisions.content) return known.value;
    const now = { content: revisions.content, value: read(db) };
    kept.set(db, now);
    now.value.catch(() => kept.get(db) === now && kept.delete(db));
    return now.value;
  };
}

const isDatabase = (db: Queryable): db is Database => "$client" in db;
