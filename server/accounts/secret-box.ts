import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Settings } from "../env";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what the database must not be able to tell, with a key that is not in it. `owner` is bound to it: the text
 * can't be moved to somebody else's row.
 */
export function seal(settings: Settings, text: string, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(settings), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Throws when it was sealed with another key, for another owner, or changed. */
export function unseal(settings: Settings, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(algorithm, keyOf(settings), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
}

/** Derived, so that the same secret can sign cookies without either use weakening the other. */
function keyOf({ cookieSecret }: Settings): Buffer {
  if (!cookieSecret) throw new Error("Second factors need COOKIE_SECRET.");
  return Buffer.from(hkdfSync("sha256", cookieSecret, "", "breathroom second factor", 32));
}
