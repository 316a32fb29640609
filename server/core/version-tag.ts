import { createHash } from "node:crypto";

/** Returns the tag of a text for ETag: weak, as compressing changes the bytes. */
export const versionTag = (text: string): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Returns whether If-None-Match names this version, weakly compared (RFC 9110, 13.1.2). */
export function matchesVersion(header: string | null | undefined, tag: string): boolean {
  if (!header) return false;
  const opaque = (candidate: string) => candidate.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").map(opaque).includes(opaque(tag));
}
