import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { StartError } from "@server/errors";

/** Any number will do, if it is always the same. */
const lockKey = 7_262_010;
/** A connection of a process that was just killed may hold the lock for a moment longer. */
const lockPatience = 2000;
const pollInterval = 50;

const recoveryPatience = 30_000;

type Watch = { isServerAlive: () => Promise<boolean>; onLost: () => void };

export type DataDirLock = {
  sql: postgres.Sql;
  /** From here on the connection may break without anybody minding. */
  letGo(): void;
  close(): Promise<void>;
};

/** The server went away while we talked to it, or isn't ready to talk. */
const serverLeft = new Set([
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECT_TIMEOUT"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "57P01", "57P02", "57P03"],
]);

/**
 * Takes the lock that one Breathroom holds for its life, on a connection of its own: the database ends it with the
 * process, however the process ends. Should the connection break, the lock is taken again; `onLost` is called when
 * that is impossible. Answers null when the server went away meanwhile; throws a StartError when another holds it.
 */
export async function lockDataDir(url: string, dataDir: string, watch: Watch): Promise<DataDirLock | null> {
  let isReleased = false;
  let isHeld = false;
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    backoff: () => pollInterval / 1000,
    // The driver's own query for types, lost with the connection, would be a rejection that nobody can catch.
    fetch_types: false,
    connection: { application_name: "breathroom lock" },
    onnotice: () => undefined,
    onclose: () => {
      if (isReleased || !isHeld) return;
      isHeld = false;
      void keepTrying(sql, watch).then((taken) => (taken ? (isHeld = true) : isReleased || watch.onLost()));
    },
  });
  const letGo = () => void (isReleased = true);
  const close = () => sql.end({ timeout: 1 });
  try {
    isHeld = await tryUntil(sql, Date.now() + lockPatience);
  } catch (error) {
    await close();
    return explain(error, dataDir);
  }
  if (isHeld) return { sql, letGo, close };
  await close();
  throw new StartError(`Another Breathroom is already running on this data directory (${dataDir}).`);
}

async function tryUntil(sql: postgres.Sql, end: number): Promise<boolean> {
  for (;;) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as taken`;
    if (row?.taken) return true;
    if (Date.now() > end) return false;
    await wait(pollInterval);
  }
}

/** PostgreSQL ends all connections when one of its processes crashes, and is back after a short recovery. */
async function keepTrying(sql: postgres.Sql, { isServerAlive }: Watch): Promise<boolean> {
  const end = Date.now() + recoveryPatience;
  while (Date.now() < end && (await isServerAlive())) {
    try {
      return await tryUntil(sql, end);
    } catch {
      await wait(pollInterval);
    }
  }
  return false;
}

function explain(error: unknown, dataDir: string): null {
  const { code, message } = error as { code?: string; message: string };
  if (code && serverLeft.has(code)) return null;
  throw new StartError(`The PostgreSQL in ${dataDir} refuses Breathroom: ${message}`, { cause: error });
}
