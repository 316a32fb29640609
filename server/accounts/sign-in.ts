import type { Transaction } from "@db/client";
import type { Account } from "@db/schema";
import type { Context } from "../core/context";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";
import { logSecurityEvent } from "../core/security-log";
import { inTransaction } from "../core/transaction";
import { tryCountAttempt } from "../core/rate-limits";
import { issueToken } from "./account-tokens";
import { findAccount, lockAccount } from "./accounts";
import { mailVerification } from "./mail-account";
import { checkPassword, limitSignInRate } from "./passwords";
import type { Credentials } from "./schemas";
import { hasSecondFactor } from "./second-factor";

export type SignInResult = { next: "done" | "second_factor" };

/** Throws invalid_credentials, rate_limited and, only after the right password, email_not_verified. */
export async function signIn(ctx: Context, input: Credentials): Promise<SignInResult> {
  const account = await checkCredentials(ctx, input);
  if (!account.emailConfirmedAt) return refuseUnverified(ctx, account, input.returnTo);
  const signedIn = await inTransaction(ctx, async (tx) => {
    await lockUnchanged(tx, account);
    return openSession(tx, ctx, account.id);
  });
  if (signedIn.next === "done") logSecurityEvent(ctx, "signed_in", { userId: account.id, reason: "password" });
  return signedIn;
}

/** Signs in, and claims purchases made with the address. Call last in the transaction. Throws unauthenticated. */
export async function openSession(
  tx: Transaction,
  ctx: Context,
  userId: string,
  recoveredAt: Date | null = null,
): Promise<SignInResult> {
  const account = await lockAccount(tx, { id: userId });
  if (!account) throw new DomainError("unauthenticated", "Please sign in.");
  await ctx.hooks.claimPurchases(tx, ctx, account);
  const isComplete = !(await hasSecondFactor(tx, userId));
  await ctx.session.open(userId, { isComplete, recoveredAt }, tx);
  return { next: isComplete ? "done" : "second_factor" };
}

export async function signOut({ session }: Context): Promise<void> {
  await session.close();
}

async function checkCredentials(ctx: Context, { email, password }: Credentials): Promise<Account> {
  const forgive = await limitSignInRate(ctx, email);
  const account = await findAccount(ctx.db, email);
  const isRight = await checkPassword(account?.passwordHash, password);
  if (!account || !isRight) {
    logSecurityEvent(ctx, "sign_in_failed", { userId: account?.id, reason: "password" });
    throw invalidCredentials();
  }
  await forgive();
  return account;
}

const invalidCredentials = () => new DomainError("invalid_credentials", "Invalid email or password");

async function refuseUnverified(ctx: Context, account: Account, returnTo: string | null | undefined): Promise<never> {
  logSecurityEvent(ctx, "sign_in_failed", { userId: account.id, reason: "unverified" });
  const browserKey = ctx.session.rememberSignUp();
  if (await tryCountAttempt(ctx, "link to account", `verify_email:${normalEmail(account.email)}`)) {
    await inTransaction(ctx, async (tx) => {
      await lockUnchanged(tx, account);
      const link = { userId: account.id, purpose: "verify_email", returnTo, browserKey, now: ctx.clock.now() } as const;
      await mailVerification(tx, ctx, { account, token: await issueToken(tx, link) });
    });
  }
  throw new DomainError("email_not_verified", "Please check your inbox and verify your email before signing in.");
}

/** Refuses a password that was changed since it was checked. */
async function lockUnchanged(tx: Transaction, account: Account): Promise<void> {
  const current = await lockAccount(tx, account);
  if (current?.passwordHash !== account.passwordHash) throw invalidCredentials();
}
