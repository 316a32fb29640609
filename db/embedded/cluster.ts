import { randomBytes } from "node:crypto";
import { chown, mkdtemp, open, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../start-error";
import type { Binaries } from "./binaries";
import { type Owner, reasonIn, run } from "./owner";

/** The one database of a cluster that is ours. */
export const databaseName = "breathroom";
const halfMade = "postgres.new-";
const passwordFile = "breathroom-password";

/** Where the cluster of a data directory is. */
export async function locateCluster(dataDir: string): Promise<string> {
  const cluster = path.join(dataDir, "postgres");
  return realpath(cluster).catch(() => cluster);
}

/**
 * Makes sure that there is a whole cluster of this major version, and answers its password. A new one is made beside
 * its place and moved there when it is complete, so that an interruption leaves nothing half made.
 * Throws a StartError for a folder that is something else; an existing cluster is never touched.
 */
export async function ensureCluster(cluster: string, binaries: Binaries, owner: Owner, major: string): Promise<string> {
  const content = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new StartError(`${cluster} can't be read: ${error.message}`, { cause: error });
  });
  if (content.length === 0) await createCluster(cluster, binaries, owner);
  await requireVersion(cluster, major);
  return readPassword(cluster);
}

async function requireVersion(cluster: string, major: string): Promise<void> {
  const version = await readFile(path.join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) throw new StartError(`${cluster} holds something else than a database; move it away.`);
  if (version.trim() === major) return;
  throw new StartError(
    `${cluster} was made by PostgreSQL ${version.trim()}, this is ${major}; set another DATA_DIR, or start the version of Breathroom that made it.`,
  );
}

/** The password that every start of this cluster uses. Throws a StartError. */
export async function readPassword(cluster: string): Promise<string> {
  const file = path.join(cluster, passwordFile);
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (cause) {
    throw new StartError(`The database's password is missing or can't be read (${file}).`, { cause });
  }
}

async function createCluster(cluster: string, binaries: Binaries, owner: Owner): Promise<void> {
  const workshop = await mkdtemp(path.join(path.dirname(cluster), halfMade));
  const failure = await makeIn(workshop, cluster, binaries, owner).then(
    () => "",
    (error: Error) => error.message,
  );
  await rm(workshop, { recursive: true, force: true }).catch(() => undefined);
  // Another process may have been quicker, and have cleared ours away: then its cluster is as good.
  const content = await readdir(cluster).catch(() => []);
  if (content.length === 0) throw new StartError(`The database couldn't be made in ${cluster}: ${failure}`);
}

async function makeIn(workshop: string, cluster: string, binaries: Binaries, owner: Owner): Promise<void> {
  const made = path.join(workshop, "cluster");
  const password = path.join(workshop, "password");
  await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (owner) for (const item of [workshop, password]) await chown(item, owner.uid, owner.gid);
  const { code, output } = await run(binaries.initdb, initArguments(made, password), owner);
  if (code !== 0) throw new Error(reasonIn(output));
  await rename(password, path.join(made, passwordFile));
  await rename(made, cluster);
  await syncFolder(path.dirname(cluster));
}

function initArguments(made: string, password: string): string[] {
  return [
    ...["--pgdata", made, "--username", "postgres", "--pwfile", password, "--auth", "scram-sha-256"],
    // Sorting by the C library's locale would change under the indexes with an update of the system.
    ...["--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
    "--no-instructions",
  ];
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Clears away what an interrupted first start left; only for the process that holds the data directory. */
export async function removeHalfMade(cluster: string): Promise<void> {
  const folder = path.dirname(cluster);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(halfMade)) continue;
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
