import { setTimeout as wait } from "node:timers/promises";
import { type Client, DatabaseError, type QueryResult } from "pg";
import { connect } from "../connections";
import { StartError } from "../errors";

/** An arbitrary key that must never change. */
const lockKey = 7_262_010;
/** The connection of a killed process may hold the lock a moment longer. */
const lockPatience = 2000;
const pollInterval = 50;

const recoveryPatience = 30_000;

type Watch = { isServerAlive: () => Promise<boolean>; onLost: () => void };

export type DataDirLock = {
  query(text: string, values?: unknown[]): Promise<QueryResult>;
  stopWatching(): void;
  close(): Promise<void>;
};

/** SQLSTATEs of a server that is starting or shutting down. */
const stoppingStates = new Set(["57P01", "57P02", "57P03"]);

/** Takes a lock on its own connection; null if the server has gone. Throws a StartError if another process has it. */
export async function lockDataDir(url: string, dataDir: string, watch: Watch): Promise<DataDirLock | null> {
  const first = await takeLock(url, Date.now() + lockPatience).catch((error: unknown) => explain(error, dataDir));
  if (first === "gone") return null;
  if (!first) throw new StartError(`Another Breathroom is already running on this data directory (${dataDir}).`);
  let holder = first;
  let isReleased = false;
  const hold = (client: Client) => {
    holder = client;
    client.once("end", () => void (isReleased || takeAgain()));
  };
  const takeAgain = async () => {
    const client = await keepTrying(url, watch);
    if (client) hold(client);
    else if (!isReleased) watch.onLost();
  };
  hold(first);
  return {
    query: (text, values) => holder.query(text, values),
    stopWatching: () => void (isReleased = true),
    close: () => holder.end(),
  };
}

async function takeLock(url: string, end: number): Promise<Client | null> {
  const client = await connect(url, { timeoutMs: 5000, name: "breathroom lock" });
  let isTaken = false;
  try {
    isTaken = await tryUntil(client, end);
  } finally {
    if (!isTaken) await client.end();
  }
  return isTaken ? client : null;
}

async function tryUntil(client: Client, end: number): Promise<boolean> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lockKey]);
    if (rows[0]?.taken) return true;
    if (Date.now() > end) return false;
    await wait(pollInterval);
  }
}

/** PostgreSQL ends all connections when one of its processes crashes, and then recovers. */
async function keepTrying(url: string, { isServerAlive }: Watch): Promise<Client | null> {
  const end = Date.now() + recoveryPatience;
  while (Date.now() < end && (await isServerAlive())) {
    try {
      return await takeLock(url, end);
    } catch {
      await wait(pollInterval);
    }
  }
  return null;
}

/** An error other than the server's own means that the server has gone. */
function explain(error: unknown, dataDir: string): "gone" {
  if (!(error instanceof DatabaseError) || stoppingStates.has(error.code ?? "")) return "gone";
  throw new StartError(`The PostgreSQL in ${dataDir} refuses Breathroom: ${error.message}`, { cause: error });
}
