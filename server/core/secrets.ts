import { createHash, randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "@db/errors";
import { deriveKey } from "./derived-key";
import { newKeyList, parseKeys, sealWith, unsealWith } from "./encryption";
import type { Settings } from "./env";

/** Encrypts with a key outside the database. `subject` is authenticated: the text can't be moved to another row. */
export const seal = (settings: Settings, text: string, subject: string): string =>
  sealWith(keysOf(settings)[0], text, subject);

/** Tries every secret. Throws if the text was changed or belongs to another subject. */
export function unseal(settings: Settings, sealed: string, subject: string): string {
  let failure: unknown;
  for (const key of keysOf(settings)) {
    try {
      return unsealWith(key, sealed, subject);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export function isSealedWithFirst(settings: Settings, sealed: string, subject: string): boolean {
  try {
    unsealWith(keysOf(settings)[0], sealed, subject);
    return true;
  } catch {
    return false;
  }
}

/** The first key encrypts. */
function keysOf({ cookieSecrets }: Settings): [Buffer, ...Buffer[]] {
  const [first, ...older] = cookieSecrets.map((secret) => deriveKey(secret, "second factor"));
  if (!first) throw new Error("Second factors need COOKIE_SECRET.");
  return [first, ...older];
}

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Returns the hash of a token, without a salt: tokens are random enough. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Adds the secrets that the settings of a site of one machine may leave out; concurrent processes get the same. Throws a StartError. */
export async function keepSecrets(settings: Settings): Promise<void> {
  const keep = (name: string, make: () => string) => keepSecret(path.join(settings.dataDir, name), make);
  if (settings.cookieSecrets.length === 0) {
    settings.cookieSecrets = [await keep("cookie-secret", () => randomBytes(32).toString("hex"))];
  }
  if (settings.encryptionKeys.length === 0) {
    settings.encryptionKeys = parseKeys(await keep("encryption-keys", newKeyList));
  }
}

async function keepSecret(file: string, make: () => string): Promise<string> {
  try {
    return (await readIfThere(file)) ?? (await makeOne(file, make()));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The secret in ${file} can't be kept: ${reason}`, { cause });
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
}

async function makeOne(file: string, secret: string): Promise<string> {
  // Two containers with one folder may have the same process id.
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, secret, { mode: 0o600 });
    // Unlike a write, linking is atomic; it fails when another process was faster.
    await link(draft, file).catch(() => undefined);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, "utf8");
}
