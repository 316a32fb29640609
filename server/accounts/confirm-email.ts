import { inTransaction } from "../core/transaction";
import type { Transaction } from "@db/client";
import { type Account, users } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import { endSessionsOf } from "./account-sessions";
import { endTokens, findToken, isBrowserOf, useToken } from "./account-tokens";
import { hashPassword } from "./hash-password";
import { requireGoodPassword } from "./passwords";
import { tooShort, type Verification } from "./schemas";
import { openSession, type SignInResult } from "./sign-in";

type OpenedLink = { isValid: boolean; email: string | null; needsPassword: boolean };

export async function peekVerification(ctx: Context, { token }: { token: string }): Promise<OpenedLink> {
  const found = await findVerification(ctx, token);
  if (!found) return { isValid: false, email: null, needsPassword: false };
  return { isValid: true, email: found.account.email, needsPassword: needsPassword(ctx, found) };
}

type ConfirmedEmail = { next: SignInResult["next"] | "sign_in"; returnTo: string | null };

/** Confirms an address and signs in. Other browsers must set a new password, which ends all other sessions. */
export async function verifyEmail(ctx: Context, { token, newPassword }: Verification): Promise<ConfirmedEmail> {
  const passwordHash = newPassword === undefined ? null : await hashChosen(ctx, token, newPassword);
  const { userId, ...confirmed } = await inTransaction(ctx, async (tx) => {
    const { account, returnTo, browserHash } = await useToken(tx, { purpose, token }, ctx.clock.now());
    const { id: userId } = account;
    if (account.emailConfirmedAt) return { userId, returnTo, next: "sign_in" as const };
    const isChosenAgain = needsPassword(ctx, { account, browserHash });
    if (isChosenAgain && !passwordHash) throw new DomainError("invalid", tooShort, { field: "newPassword" });
    await confirmAddress(tx, ctx, account, isChosenAgain ? passwordHash : null);
    return { userId, returnTo, ...(await openSession(tx, ctx, userId)) };
  });
  if (confirmed.next === "done") logSecurityEvent(ctx, "signed_in", { userId, reason: purpose });
  return confirmed;
}

const purpose = "verify_email";

type FoundToken = { account: Pick<Account, "emailConfirmedAt" | "passwordHash">; browserHash: string | null };

/** A password that a stranger chose for this address must not open the account. */
function needsPassword(ctx: Context, { account, browserHash }: FoundToken): boolean {
  if (account.emailConfirmedAt) return false;
  return account.passwordHash === null || !isBrowserOf(ctx, { browserHash });
}

async function findVerification(ctx: Context, token: string) {
  const found = await findToken(ctx.db, { purpose, token }, ctx.clock.now());
  if (!found) return null;
  const [account] = await ctx.db.select().from(users).where(eq(users.id, found.userId));
  return account ? { account, browserHash: found.browserHash } : null;
}

async function hashChosen(ctx: Context, token: string, newPassword: string): Promise<string> {
  const found = await findVerification(ctx, token);
  if (!found) throw new DomainError("link_expired", "This link has expired or has already been used.");
  await requireGoodPassword(ctx, newPassword, { person: found.account, field: "newPassword" });
  return hashPassword(newPassword);
}

async function confirmAddress(tx: Transaction, ctx: Context, { id }: Account, passwordHash: string | null) {
  const now = ctx.clock.now();
  await tx
    .update(users)
    .set({ emailConfirmedAt: now, ...(passwordHash !== null && { passwordHash }) })
    .where(eq(users.id, id));
  if (passwordHash === null) return;
  await endTokens(tx, { userId: id, now });
  await endSessionsOf(tx, id);
}
