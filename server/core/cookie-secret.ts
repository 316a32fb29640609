import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "@db/start-error";

/**
 * The secret that signs the demo's cookies: made on the first start and kept in the data directory, so that cookies
 * stay good over restarts. Processes that start together get the same one. Throws a StartError when it can't be kept.
 */
export async function keepCookieSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "cookie-secret");
  try {
    return (await readIfThere(file)) ?? (await makeOne(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The cookie secret can't be kept in ${file}: ${reason}`, { cause });
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
}

async function makeOne(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
    // Linking fails where the file is there already; written in place it could be read half done.
    await link(draft, file).catch(() => undefined);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, "utf8");
}
