import { access, chmod, constants, mkdir, mkdtemp, realpath, rmdir } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Client, DatabaseError, type QueryResult } from "pg";
import { connect } from "../connections";
import { StartError } from "../errors";

export async function prepareDataDir(dataDir: string): Promise<string> {
  const wanted = path.resolve(dataDir);
  try {
    const firstMade = await mkdir(wanted, { recursive: true });
    if (firstMade) await allowOthersToEnter(firstMade, wanted);
    const real = await realpath(wanted);
    await rmdir(await mkdtemp(path.join(real, ".write-test-")));
    return real;
  } catch (cause) {
    throw new StartError(`DATA_DIR ${wanted} ${reasonOf(await findCause(wanted, cause))}`, { cause });
  }
}

/** With a strict umask, folders created by root would be closed to PostgreSQL's user. */
async function allowOthersToEnter(firstMade: string, last: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (let folder = last; folder.length >= firstMade.length; folder = path.dirname(folder)) await chmod(folder, 0o755);
}

/** mkdir on a read-only file system fails with ENOENT; the nearest parent has the cause. */
async function findCause(wanted: string, cause: unknown): Promise<NodeJS.ErrnoException> {
  const error = cause as NodeJS.ErrnoException;
  if (error.code !== "ENOENT") return error;
  const parent = path.dirname(wanted);
  const denied = await access(parent, constants.W_OK).then(
    () => undefined,
    (reason: NodeJS.ErrnoException) => reason,
  );
  if (denied?.code === "ENOENT" && parent !== wanted) return findCause(parent, error);
  return denied ?? error;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "EEXIST":
    case "ENOTDIR":
      return "is a file, or lies below one; it must be a folder.";
    case "EACCES":
    case "EPERM":
      return `can't be written by user ${userInfo().username}; give that user the folder, or set another DATA_DIR.`;
    case "EROFS":
      return "is on a read-only file system; set another DATA_DIR.";
    case "ENOSPC":
      return "is on a disk that is full.";
    default:
      return `can't be used: ${error.message}`;
  }
}

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
const unavailableStates = new Set(["57P01", "57P02", "57P03"]);

/** Takes a lock on its own connection; null if the server has gone. Throws a StartError if another process has it. */
export async function lockDataDir(url: string, dataDir: string, watch: Watch): Promise<DataDirLock | null> {
  const first = await takeLock(url, Date.now() + lockPatience).catch((error: unknown) => goneOrThrow(error, dataDir));
  if (first === "gone") return null;
  if (!first) throw new StartError(`Another Breathroom is already running on this data directory (${dataDir}).`);
  let holder = first;
  let isReleased = false;
  const hold = (client: Client) => {
    holder = client;
    client.once("end", () => void (isReleased || takeAgain()));
  };
  const takeAgain = async () => {
    const client = await retakeLock(url, watch);
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
async function retakeLock(url: string, { isServerAlive }: Watch): Promise<Client | null> {
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
function goneOrThrow(error: unknown, dataDir: string): "gone" {
  if (!(error instanceof DatabaseError) || unavailableStates.has(error.code ?? "")) return "gone";
  throw new StartError(`The PostgreSQL in ${dataDir} refuses Breathroom: ${error.message}`, { cause: error });
}
