import type { Database } from "@db/client";

/** Numbers that rise with each committed change of what public pages show. */
export type Revisions = {
  /** Of everything but the places that are taken. */
  content: number;
  /** By the session's id, those of its row and of its places; without sessions that do not exist. */
  sessions: ReadonlyMap<string, number>;
  /** Names the transactions that were committed: while the name is the same, nothing in the database has changed. */
  state: string;
};

type Readers = {
  revisions: SharedQuery<Iterable<string>, Revisions>;
  state: SharedQuery<void, string>;
};

const readers = new WeakMap<Database, Readers>();

function readersOf(db: Database): Readers {
  const known = readers.get(db) ?? {
    revisions: shareQueries((asked: Iterable<string>[]) => queryRevisions(db, asked)),
    state: shareQueries(() => queryState(db)),
  };
  readers.set(db, known);
  return known;
}

/** Reads what is committed at the time of the call; concurrent calls of one process share a statement. */
export const readRevisions = ({ db }: { db: Database }, sessionIds: Iterable<string>): Promise<Revisions> =>
  new Promise((resolve, reject) => readersOf(db).revisions(sessionIds, resolve, reject));

/** Reads `state` alone, with a cheaper statement. Gives null if it can't be read. A promise would cost each visit more. */
export function readState({ db }: { db: Database }, done: (state: string | null) => void): void {
  readersOf(db).state(undefined, done, () => done(null));
}

type SharedQuery<Asked, Answer> = (
  asked: Asked,
  resolve: (answer: Answer) => void,
  reject: (error: unknown) => void,
) => void;

/** Shares a query among the calls that were made before it started: one under way may have missed a later commit. */
export function shareQueries<Asked, Answer>(query: (asked: Asked[]) => Promise<Answer>): SharedQuery<Asked, Answer> {
  type Call = { asked: Asked; resolve: (answer: Answer) => void; reject: (error: unknown) => void };
  let waiting: Call[] = [];
  let isRunning = false;

  // The other requests that have arrived join until the next turn.
  const start = () => {
    isRunning = true;
    setImmediate(run);
  };
  const end = () => {
    isRunning = false;
    if (waiting.length > 0) start();
  };
  const run = () => {
    const calls = waiting;
    waiting = [];
    query(calls.map(({ asked }) => asked)).then(
      (answer) => {
        end();
        for (const { resolve } of calls) resolve(answer);
      },
      (error: unknown) => {
        end();
        for (const { reject } of calls) reject(error);
      },
    );
  };
  return (asked, resolve, reject) => {
    waiting.push({ asked, resolve, reject });
    if (!isRunning) start();
  };
}

const revisionsStatement = `select null as id, revision, pg_current_snapshot()::text as snapshot from content_revision
  union all select id, revision, null from live_sessions where id = any($1::uuid[])`;

type RevisionRow = { id: string | null; revision: string; snapshot: string | null };

async function queryRevisions(db: Database, asked: Iterable<string>[]): Promise<Revisions> {
  const ids = [...new Set(asked.flatMap((some) => [...some]))];
  const { rows, connection } = await db.$client.queryAside<RevisionRow>(revisionsStatement, [ids]);
  const content = rows.find(({ id }) => id === null);
  if (!content) throw new Error("the content's revision is missing");
  const sessions = rows.flatMap(({ id, revision }) => (id === null ? [] : [[id, Number(revision)] as const]));
  const state = `${connection} ${content.snapshot}`;
  return { content: Number(content.revision), sessions: new Map(sessions), state };
}

/** A snapshot lists which transactions' changes a statement sees, so two that are equal see the same rows. */
async function queryState(db: Database): Promise<string> {
  const { rows, connection } = await db.$client.queryAside<{ snapshot: string }>(
    "select pg_current_snapshot()::text as snapshot",
  );
  return `${connection} ${rows[0]?.snapshot}`;
}
