import { createHash } from "node:crypto";
import type { Transaction } from "@db/client";
import { formKeys } from "@db/schema";
import type { Context } from "./context";

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
