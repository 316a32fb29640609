import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * The secret that signs the demo's cookies: made on the first start and kept in the data directory, so that cookies
 * stay good over restarts. Processes that start together get the same one.
 */
export async function keepCookieSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "cookie-secret");
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
  // Linking fails where the file is there already; writing to its place could be seen half done.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return readFile(file, "utf8");
}
