import { createHash } from "node:crypto";
import { z } from "zod";
import { DomainError } from "./errors";

/** Comes back with a form, to say what it was filled with. */
export const formVersion = z.string().max(64);

/** Names what a form is filled with: as soon as anything of it is different, the name is another one. */
export function versionOf(shown: object): string {
  const entries = Object.entries(shown).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);
}

/**
 * Throws changed_meanwhile where there is something else `now` than what the form was filled with. Nobody loses
 * anything where it is what the form wants already: it was posted twice.
 */
export function refuseOutdated({ now, wanted, version }: { now: object; wanted: object; version: string }): void {
  const current = versionOf(now);
  if (current === version || current === versionOf(wanted)) return;
  throw new DomainError("changed_meanwhile", "Somebody has changed this meanwhile. Nothing of yours is saved yet.");
}
