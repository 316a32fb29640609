import { createHash } from "node:crypto";
import type { Transaction } from "@db/client";
import { formKeys } from "@db/schema";
import { z } from "zod";
import type { Context } from "./context";
import { DomainError } from "./errors";

/** Posted with a form: names the values that it was filled with. */
export const formVersion = z.string().max(64);

/** Returns a hash of the values that a form is filled with. */
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

type Posted = { procedure: string; formKey: string | undefined; input: Record<string, unknown> };

/**
 * Acts upon a posted form once: in the transaction of `act`, so that a repeated post does nothing, even at the same
 * moment. Another account, or the same form with something else typed into it, is a form of its own. Without a key it
 * always acts.
 */
export async function once(
  tx: Transaction,
  ctx: Pick<Context, "user" | "clock">,
  posted: Posted,
  act: () => Promise<void>,
): Promise<void> {
  if (!posted.formKey) return act();
  const digest = formDigest(ctx, posted);
  // Of two at the same moment one waits here for the other's transaction.
  const [first] = await tx
    .insert(formKeys)
    .values({ digest, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (first) await act();
}

/** Names a posted form by its key, who posted it and what was typed; it can't be found out without the key. */
export const formDigest = ({ user }: Pick<Context, "user">, { procedure, formKey, input }: Posted): string =>
  createHash("sha256")
    .update(JSON.stringify([procedure, formKey, user?.id ?? "visitor", Object.entries(input).sort()]))
    .digest("base64url");
