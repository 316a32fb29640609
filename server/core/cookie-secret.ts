import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "@db/start-error";

/**
 * Returns the demo's cookie secret, created on the first start. Concurrent processes get the same one. Throws a
 * StartError.
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
    // Unlike a write, linking is atomic; it fails when another process was faster.
    await link(draft, file).catch(() => undefined);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, "utf8");
}
