import type { Database } from "@db/client";

/** Numbers that rise with each committed change of what public pages show. */
export type Revisions = {
  /** Of everything but the places that are taken. */
  content: number;
  /** By the session's id, those of its row and of its places; without sessions that do not exist. */
  sessions: ReadonlyMap<string, number>;
};

type RevisionReader = (sessionIds: Iterable<string>) => Promise<Revisions>;

const readers = new WeakMap<Database, RevisionReader>();

/** Reads what is committed at the time of the call; concurrent calls of one process share a statement. */
export function readRevisions({ db }: { db: Database }, sessionIds: Iterable<string>): Promise<Revisions> {
  const reader = readers.get(db) ?? createRevisionReader((ids) => queryRevisions(db, ids));
  readers.set(db, reader);
  return reader(sessionIds);
}

type Batch = { ids: Set<string>; revisions: Promise<Revisions> };

/** Shares a query among the calls that were made before it started: one under way may have missed a later commit. */
export function createRevisionReader(query: (sessionIds: string[]) => Promise<Revisions>): RevisionReader {
  let waiting: Batch | null = null;
  let running: Promise<unknown> = Promise.resolve();

  const createBatch = (): Batch => {
    const ids = new Set<string>();
    const start = () => {
      waiting = null;
      return query([...ids]);
    };
    const revisions = running.then(nextTurn).then(start);
    running = revisions.catch(() => undefined);
    return { ids, revisions };
  };
  return (sessionIds) => {
    const batch = (waiting ??= createBatch());
    for (const id of sessionIds) batch.ids.add(id);
    return batch.revisions;
  };
}

/** Lets the other requests that have arrived join. */
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

const statement = `select null as id, revision from content_revision
  union all select id, revision from live_sessions where id = any($1::uuid[])`;

async function queryRevisions(db: Database, ids: string[]): Promise<Revisions> {
  const { rows } = await db.$client.query<{ id: string | null; revision: string }>(statement, [ids]);
  const content = rows.find(({ id }) => id === null);
  if (!content) throw new Error("the content's revision is missing");
  const sessions = rows.flatMap(({ id, revision }) => (id === null ? [] : [[id, Number(revision)] as const]));
  return { content: Number(content.revision), sessions: new Map(sessions) };
}
