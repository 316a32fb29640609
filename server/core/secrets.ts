import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Settings } from "./env";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what the database must not be able to tell, with a key that is not in it. `owner` is bound to it: the text
 * can't be moved to another owner's row.
 */
export function seal(settings: Settings, text: string, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keysOf(settings)[0], nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Returns the text, sealed with any of the secrets. Throws when it was sealed otherwise, for another owner, or changed. */
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

/** Returns whether a sealed text needs no older secret. */
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

/** Derived, so that the same secret can sign cookies without either use weakening the other. The first encrypts. */
function keysOf({ cookieSecrets }: Settings): [Buffer, ...Buffer[]] {
  const [first, ...older] = cookieSecrets.map((secret) =>
    Buffer.from(hkdfSync("sha256", secret, "", "breathroom second factor", 32)),
  );
  if (!first) throw new Error("Second factors need COOKIE_SECRET.");
  return [first, ...older];
}

/** 256 random bits that fit into a link. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a token or code: enough to know it again. They are too random to need a salt. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
