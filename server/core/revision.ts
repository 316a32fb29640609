import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database, Queryable } from "@db/client";

const statement = "select revision from public_revision";

type RevisionRow = { revision: string };

/**
 * Reads the number that rises with each committed change of what public pages show. Calls of one process share a
 * statement that starts after each of them; a transaction reads for itself.
 */
export async function readRevision(db: Queryable): Promise<number> {
  if (!isDatabase(db)) return revisionIn(await db.execute<RevisionRow>(statement));
  const read =
    readers.get(db) ?? shareQuery(async () => revisionIn(await db.$client.queryAside<RevisionRow>(statement)));
  readers.set(db, read);
  return read();
}

/** Without it, each request would wait for a statement of its own. */
const readers = new WeakMap<Database, () => Promise<number>>();

export const isDatabase = (db: Queryable): db is Database => "$client" in db;

function revisionIn({ rows }: { rows: RevisionRow[] }): number {
  if (!rows[0]) throw new Error("the revision is missing");
  return Number(rows[0].revision);
}

/** Shares a query among the calls that were made before it started: one under way may have missed a later commit. */
export function shareQuery<Answer>(query: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  const start = async () => {
    await running;
    // The other requests that have arrived join until the next turn.
    await nextTurn();
    next = null;
    const answer = query();
    running = answer.catch(() => undefined);
    return answer;
  };
  return () => (next ??= start());
}
