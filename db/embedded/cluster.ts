import { randomBytes } from "node:crypto";
import { chown, mkdtemp, open, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../errors";
import type { Binaries } from "./binaries";
import { type SystemUser, reasonIn, run } from "./system-user";

export const databaseName = "breathroom";
const temporaryPrefix = "postgres.new-";
const passwordFile = "breathroom-password";

export async function locateCluster(dataDir: string): Promise<string> {
  const cluster = path.join(dataDir, "postgres");
  return realpath(cluster).catch(() => cluster);
}

/** Creates a missing cluster in a temporary folder that is then moved. Returns the password. Throws a StartError. */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  systemUser: SystemUser,
  major: string,
): Promise<string> {
  const content = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new StartError(`${cluster} can't be read: ${error.message}`, { cause: error });
  });
  if (content.length === 0) await createCluster(cluster, binaries, systemUser);
  await requireVersion(cluster, major);
  return readPassword(cluster);
}

async function requireVersion(cluster: string, major: string): Promise<void> {
  const version = await readFile(path.join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) throw new StartError(`${cluster} contains something other than a database; move it away.`);
  if (version.trim() === major) return;
  throw new StartError(
    `${cluster} was made by PostgreSQL ${version.trim()}, this is ${major}; set another DATA_DIR, or start the version of Breathroom that created it. To upgrade, make a backup with that version (npm run backup) and restore it into a new DATA_DIR with this one.`,
  );
}

export async function readPassword(cluster: string): Promise<string> {
  const file = path.join(cluster, passwordFile);
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (cause) {
    throw new StartError(`The database's password is missing or can't be read (${file}).`, { cause });
  }
}

async function createCluster(cluster: string, binaries: Binaries, systemUser: SystemUser): Promise<void> {
  const temporary = await mkdtemp(path.join(path.dirname(cluster), temporaryPrefix));
  const failure = await initCluster(temporary, cluster, binaries, systemUser).then(
    () => "",
    (error: Error) => error.message,
  );
  await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  // Another process may have created the cluster first.
  const content = await readdir(cluster).catch(() => []);
  if (content.length === 0) throw new StartError(`The database couldn't be created in ${cluster}: ${failure}`);
}

async function initCluster(
  temporary: string,
  cluster: string,
  binaries: Binaries,
  systemUser: SystemUser,
): Promise<void> {
  const made = path.join(temporary, "cluster");
  const password = path.join(temporary, "password");
  await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (systemUser) for (const item of [temporary, password]) await chown(item, systemUser.uid, systemUser.gid);
  const { code, output } = await run(binaries.initdb, initArguments(made, password), systemUser);
  if (code !== 0) throw new Error(reasonIn(output));
  await rename(password, path.join(made, passwordFile));
  await rename(made, cluster);
  await syncFolder(path.dirname(cluster));
}

function initArguments(made: string, password: string): string[] {
  return [
    ...["--pgdata", made, "--username", "postgres", "--pwfile", password, "--auth", "scram-sha-256"],
    // A system update could change the C library's sort order and corrupt the indexes.
    ...["--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
    "--no-instructions",
  ];
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Removes what an interrupted start has left. Only the process that holds the lock may call it. */
export async function removeTemporaryFolders(cluster: string): Promise<void> {
  const folder = path.dirname(cluster);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
