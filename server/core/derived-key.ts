import { hkdfSync } from "node:crypto";

/** What a key of COOKIE_SECRET is for; each purpose has a key of its own. */
type Purpose = "second factor" | "signed cookies";

const keys = new Map<string, Buffer>();

/** Returns a key of 32 bytes. It is kept: without that, each page of a member would derive several. */
export function deriveKey(secret: string, purpose: Purpose): Buffer {
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync("sha256", secret, "", `breathroom ${purpose}`, 32));
  keys.set(name, key);
  return key;
}
