import { createHash } from "node:crypto";
import type { Transaction } from "@db/client";
import { formKeys } from "@db/schema";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "./context";
import { DomainError } from "./errors";

export const formVersion = z.string().max(64);

export function versionOf(shown: object): string {
  const entries = Object.entries(shown).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);
}

/** Throws changed_meanwhile if the row no longer has the form's values. A form posted twice is accepted. */
export function refuseOutdated({ now, wanted, version }: { now: object; wanted: object; version: string }): void {
  const current = versionOf(now);
  if (current === version || current === versionOf(wanted)) return;
  throw new DomainError("changed_meanwhile", "This has changed since you opened it. Your changes aren’t saved yet.");
}

type PostedForm = { procedure: string; formKey: string | undefined; input: Record<string, unknown> };

/** Runs `act` once per posted form, account and input, in its transaction. Without a key it always runs. */
export async function runOncePerForm(
  tx: Transaction,
  ctx: Pick<Context, "user" | "clock">,
  posted: PostedForm,
  act: () => Promise<void>,
): Promise<void> {
  if (!posted.formKey) return act();
  const digest = formDigest(ctx, posted);
  // Concurrent posts wait here for the first one's transaction.
  const [first] = await tx
    .insert(formKeys)
    .values({ digest, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (first) await act();
}

/** Returns whether `runOncePerForm` has run for the form, so that posting it again counts as no other attempt. */
export async function hasRun({ db, user }: Pick<Context, "db" | "user">, posted: PostedForm): Promise<boolean> {
  return (await db.$count(formKeys, eq(formKeys.digest, formDigest({ user }, posted)))) > 0;
}

export const formDigest = ({ user }: Pick<Context, "user">, { procedure, formKey, input }: PostedForm): string =>
  createHash("sha256")
    .update(JSON.stringify([procedure, formKey, user?.id ?? "visitor", Object.entries(input).sort()]))
    .digest("base64url");
