import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { logSecurityEvent } from "../core/security-log";
import type { Context } from "../core/context";
import { accountTransaction } from "./lock-account";
import { openSession, type SignedIn } from "./open-session";
import type { EntryPurpose } from "./schemas";
import { useToken } from "./use-token";

export type EntryLink = { purpose: EntryPurpose; token: string };

/**
 * Signs in by a reset or one-time link; a new password needs no current one for the next 15 minutes.
 * Throws link_expired.
 */
export async function enterByLink(ctx: Context, link: EntryLink): Promise<SignedIn & { returnTo: string | null }> {
  const now = ctx.clock.now();
  const { userId, ...entered } = await accountTransaction(ctx, async (tx) => {
    const { account, returnTo } = await useToken(tx, link, now);
    if (!account.emailConfirmedAt) await confirmAddress(tx, account, now);
    return { userId: account.id, returnTo, ...(await openSession(tx, ctx, account.id, now)) };
  });
  if (entered.next === "done") logSecurityEvent(ctx, "signed_in", { userId, reason: link.purpose });
  return entered;
}

/**
 * The link shows whose address it is, but not who chose the password: that may have been somebody who signed up with an
 * address of others. It ends here.
 */
async function confirmAddress(tx: Transaction, { id }: Account, now: Date): Promise<void> {
  await tx.update(users).set({ emailConfirmedAt: now, passwordHash: null }).where(eq(users.id, id));
}
