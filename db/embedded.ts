import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { escapeIdentifier } from "pg";
import { findBinaries } from "./embedded/binaries";
import { databaseName, ensureCluster, locateCluster, readPassword, removeHalfMade } from "./embedded/cluster";
import { prepareDataDir } from "./embedded/data-dir";
import { type DataDirLock, lockDataDir } from "./embedded/lock";
import { chooseOwner, tryAsOwner } from "./embedded/owner";
import { findPostmaster, isPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from "./embedded/postmaster";
import { StartError } from "./start-error";

/** Two processes that start or stop at the same moment cross each other's way a few times at most. */
const attempts = 5;
const stopPatience = 5000;
const goodbyePatience = 1000;

export type EmbeddedPostgres = {
  url: string;
  /** Fast shutdown; resolves when PostgreSQL is gone. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** Called when the database is lost for good while the process runs. */
  onLost?: () => void;
  /** Server parameters beside the usual ones; tests switch fsync off. */
  parameters?: Record<string, string>;
  /** The module (a file URL) from whose place the npm package with PostgreSQL's programs is looked up. */
  lookFrom?: string;
};

/**
 * Starts the PostgreSQL that comes with the npm packages, on 127.0.0.1 and on `dataDir`/postgres, made on the first
 * start. One that a killed process left behind is taken over. Only one Breathroom at a time has the data directory.
 * Throws a StartError of one line when that can't be; never deletes or changes a cluster that it can't use.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { parameters = {}, lookFrom = import.meta.url } = options;
  const dataDir = await prepareDataDir(options.dataDir);
  const found = await locateCluster(dataDir);
  const binaries = await findBinaries(lookFrom);
  const owner = await chooseOwner(found);
  const major = await tryAsOwner(owner, binaries, found);
  const password = await ensureCluster(found, binaries, owner, major);
  const cluster = await locateCluster(dataDir);
  const server = { program: binaries.postgres, cluster, logFile: path.join(dataDir, "postgres.log"), parameters };

  const addressOf = ({ port }: Postmaster, database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const postmaster = (await findPostmaster(cluster)) ?? (await launchPostmaster(server, owner));
    if (!postmaster) continue;
    const lock = await lockDataDir(addressOf(postmaster, "postgres"), dataDir, {
      isServerAlive: () => isPostmaster(postmaster.pid, cluster),
      onLost: () => options.onLost?.(),
    });
    if (!lock) continue;
    await removeHalfMade(cluster);
    await createDatabase(lock);
    return { url: addressOf(postmaster, databaseName), stop: () => stop(postmaster, cluster, lock) };
  }
  throw new StartError(`The PostgreSQL in ${dataDir} comes and goes; is another Breathroom starting there?`);
}

async function createDatabase(lock: DataDirLock): Promise<void> {
  const { rowCount } = await lock.query("select from pg_database where datname = $1", [databaseName]);
  if (rowCount === 0) await lock.query(`create database ${escapeIdentifier(databaseName)}`);
}

/** The lock is kept until the server is gone, so that nobody else settles on one that is about to stop. */
async function stop(postmaster: Postmaster, cluster: string, lock: DataDirLock): Promise<void> {
  lock.letGo();
  await waitForGoodbyes(lock).catch(() => undefined);
  await stopPostmaster(postmaster, cluster, stopPatience);
  await lock.close();
}

/** Connections that were just closed are let go in order: the shutdown would answer them with an error. */
async function waitForGoodbyes(lock: DataDirLock): Promise<void> {
  for (const end = Date.now() + goodbyePatience; Date.now() < end; await wait(20)) {
    const { rowCount } = await lock.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (rowCount === 0) return;
  }
}

/** The address of the embedded PostgreSQL that runs on a data directory, for a visit beside its Breathroom; else null. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const cluster = await locateCluster(path.resolve(dataDir));
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) return null;
  return `postgres://postgres:${await readPassword(cluster)}@127.0.0.1:${postmaster.port}/${databaseName}`;
}
