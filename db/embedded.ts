import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { escapeIdentifier } from "pg";
import { findBinaries } from "./embedded/binaries";
import { databaseName, ensureCluster, locateCluster, readPassword, removeTemporaryFolders } from "./embedded/cluster";
import { type DataDirLock, lockDataDir, prepareDataDir } from "./embedded/data-dir";
import { chooseSystemUser, checkSystemUser } from "./embedded/system-user";
import { findPostmaster, isPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from "./embedded/postmaster";
import { StartError } from "./errors";

/** Concurrent starts and stops interfere a few times at most. */
const attempts = 5;
const stopPatience = 5000;
const clientPatience = 1000;

export type EmbeddedPostgres = {
  url: string;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  onLost?: () => void;
  mayCreateUser?: boolean;
  parameters?: Record<string, string>;
  /** The module (a file URL) from which the npm package is resolved. */
  lookFrom?: string;
};

/** Starts PostgreSQL on 127.0.0.1 or takes over a server left by a killed process. Throws a StartError. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { parameters = {}, mayCreateUser = true, lookFrom = import.meta.url } = options;
  const dataDir = await prepareDataDir(options.dataDir);
  const found = await locateCluster(dataDir);
  const binaries = await findBinaries(lookFrom);
  const systemUser = await chooseSystemUser(found, mayCreateUser);
  const major = await checkSystemUser(systemUser, binaries, found);
  const password = await ensureCluster(found, binaries, systemUser, major);
  const cluster = await locateCluster(dataDir);
  const server = { program: binaries.postgres, cluster, logFile: path.join(dataDir, "postgres.log"), parameters };

  const addressOf = ({ port }: Postmaster, database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const postmaster = (await findPostmaster(cluster)) ?? (await launchPostmaster(server, systemUser));
    if (!postmaster) continue;
    const lock = await lockDataDir(addressOf(postmaster, "postgres"), dataDir, {
      isServerAlive: () => isPostmaster(postmaster.pid, cluster),
      onLost: () => options.onLost?.(),
    });
    if (!lock) continue;
    await removeTemporaryFolders(cluster);
    await createDatabase(lock);
    return { url: addressOf(postmaster, databaseName), stop: () => stop(postmaster, cluster, lock) };
  }
  throw new StartError(
    `The PostgreSQL in ${dataDir} keeps stopping; stop any other Breathroom that uses this directory.`,
  );
}

async function createDatabase(lock: DataDirLock): Promise<void> {
  const { rowCount } = await lock.query("select from pg_database where datname = $1", [databaseName]);
  if (rowCount === 0) await lock.query(`create database ${escapeIdentifier(databaseName)}`);
}

/** Keeps the lock until the server has ended, so that no other process takes over a stopping one. */
async function stop(postmaster: Postmaster, cluster: string, lock: DataDirLock): Promise<void> {
  lock.stopWatching();
  await waitForClientsToLeave(lock).catch(() => undefined);
  await stopPostmaster(postmaster, cluster, stopPatience);
  await lock.close();
}

/** The shutdown would report an error to connections that are closing. */
async function waitForClientsToLeave(lock: DataDirLock): Promise<void> {
  for (const end = Date.now() + clientPatience; Date.now() < end; await wait(20)) {
    const { rowCount } = await lock.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (rowCount === 0) return;
  }
}

type DatabaseSettings = {
  databaseUrl: string | undefined;
  database: { directUrl: string | undefined };
  dataDir: string;
  mayCreateUser: boolean;
};
type ReachedDatabase = { url: string; leave(): Promise<void> };

/** Finds a running site's database, or starts the embedded one until `leave` is called. */
export async function reachDatabase(settings: DatabaseSettings): Promise<ReachedDatabase> {
  const { databaseUrl, database, dataDir, mayCreateUser } = settings;
  const url = database.directUrl ?? databaseUrl ?? (await findRunningPostgres(dataDir));
  if (url) return { url, leave: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres({ dataDir, mayCreateUser });
  return { url: postgres.url, leave: () => postgres.stop() };
}

async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const cluster = await locateCluster(path.resolve(dataDir));
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) return null;
  return `postgres://postgres:${await readPassword(cluster)}@127.0.0.1:${postmaster.port}/${databaseName}`;
}
