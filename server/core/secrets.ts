import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "@db/errors";
import type { Settings } from "./env";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with a key outside the database. `owner` is authenticated: the text can't be moved to another row. */
export function seal(settings: Settings, text: string, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keysOf(settings)[0], nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Tries every secret. Throws if the text was changed or belongs to another owner. */
export function unseal(settings: Settings, sealed: string, owner: string): string {
  let failure: unknown;
  for (const key of keysOf(settings)) {
    try {
      return unsealWith(key, sealed, owner);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export function isSealedWithFirst(settings: Settings, sealed: string, owner: string): boolean {
  try {
    unsealWith(keysOf(settings)[0], sealed, owner);
    return true;
  } catch {
    return false;
  }
}

function unsealWith(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
}

/** Derived, because the same secret also signs cookies. The first key encrypts. */
function keysOf({ cookieSecrets }: Settings): [Buffer, ...Buffer[]] {
  const [first, ...older] = cookieSecrets.map((secret) =>
    Buffer.from(hkdfSync("sha256", secret, "", "breathroom second factor", 32)),
  );
  if (!first) throw new Error("Second factors need COOKIE_SECRET.");
  return [first, ...older];
}

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Unsalted: tokens are random enough. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Returns the secret of a site that shares its database with no other machine; concurrent processes get the same one. Throws a StartError. */
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
