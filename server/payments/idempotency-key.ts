import { createHash } from "node:crypto";

/**
 * Returns the key by which Stripe knows one attempt at one state again, for a day. It is a hash: a header takes no
 * letters beyond Latin-1, and a key no more than 255.
 */
export const idempotencyKey = (...parts: (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
