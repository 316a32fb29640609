import type { Transaction } from "@db/client";
import { isUniqueViolation } from "@db/errors";
import { type Account, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../core/record-audit";
import type { Context } from "../core/context";
import { normalEmail } from "../core/email-address";
import { DomainError } from "../core/errors";
import { runOncePerForm } from "../core/forms";
import { countAttempt, networkOf, tryCountAttempt } from "../core/rate-limits";
import { logSecurityEvent } from "../core/security-log";
import type { Services } from "../core/services";
import { inTransaction } from "../core/transaction";
import { enqueueJob } from "../platform/jobs/enqueue-job";
import { endTokens, issueToken, useToken } from "./account-tokens";
import { lockAccount } from "./accounts";
import { mailReset, mailSignInLink } from "./mail-account";
import { ownAddress } from "../core/addresses";
import type { EntryPurpose } from "./schemas";
import { openSession, type SignInResult } from "./sign-in";

type LinkTarget = { purpose: EntryPurpose; email: string; returnTo?: string | null | undefined };
type LinkRequest = LinkTarget & { formKey?: string | undefined };

/**
 * Asks for a mailed link. A job looks up the account, so that neither answer nor timing tells whether there is one.
 * Throws rate_limited.
 */
export async function requestLink(ctx: Context, { purpose, email, returnTo, formKey }: LinkRequest): Promise<void> {
  const mailbox = normalEmail(email);
  await countAttempt(ctx, "link from address", networkOf(ctx.visitor.address));
  if (!(await tryCountAttempt(ctx, "link to account", `${purpose}:${mailbox}`))) return;
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, { procedure: "requestLink", formKey, input: { purpose, mailbox } }, async () => {
      logSecurityEvent(ctx, "link_requested", { reason: purpose });
      const link = { purpose, email: mailbox, returnTo: ownAddress(returnTo) };
      // First in the queue: a visitor is waiting for it.
      await enqueueJob(tx, "send-account-link", link, { priority: -10 });
    }),
  );
}

export async function sendAccountLink(services: Services, { purpose, email, returnTo }: LinkTarget): Promise<void> {
  const now = services.clock.now();
  const userId = await inTransaction(services, async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account) return null;
    const token = await issueToken(tx, { userId: account.id, purpose, returnTo, now });
    const mail = purpose === "sign_in" ? mailSignInLink : mailReset;
    await mail(tx, services, { account, token });
    return account.id;
  });
  if (userId) logSecurityEvent(services, "link_issued", { userId, reason: purpose });
}

type EntryLink = { purpose: EntryPurpose; token: string };

/** Signs in by link; for 15 minutes a new password needs no current one. Throws link_expired. */
export async function enterByLink(ctx: Context, link: EntryLink): Promise<SignInResult & { returnTo: string | null }> {
  const now = ctx.clock.now();
  const { userId, ...entered } = await inTransaction(ctx, async (tx) => {
    const { account, returnTo } = await useToken(tx, link, now);
    if (!account.emailConfirmedAt) await confirmAddress(tx, account, now);
    return { userId: account.id, returnTo, ...(await openSession(tx, ctx, account.id, now)) };
  });
  if (entered.next === "done") logSecurityEvent(ctx, "signed_in", { userId, reason: link.purpose });
  return entered;
}

/** The password may have been chosen by someone who signed up with an address of others. */
async function confirmAddress(tx: Transaction, { id }: Account, now: Date): Promise<void> {
  await tx.update(users).set({ emailConfirmedAt: now, passwordHash: null }).where(eq(users.id, id));
}

/** Changes an account's address and ends links mailed to the old one. Throws link_expired, invalid (address taken). */
export async function confirmEmailChange(ctx: Context, { token }: { token: string }): Promise<void> {
  const now = ctx.clock.now();
  try {
    const userId = await inTransaction(ctx, async (tx) => {
      const { account, email } = await useToken(tx, { purpose: "change_email", token }, now);
      if (email === null || account.archivedAt) throw new DomainError("link_expired", "This link no longer works.");
      await tx.update(users).set({ email, emailConfirmedAt: now }).where(eq(users.id, account.id));
      await endTokens(tx, { userId: account.id, now });
      await enqueueJob(tx, "tell-stripe-of-account", { userId: account.id });
      await ctx.hooks.claimPurchases(tx, ctx, { ...account, email, emailConfirmedAt: now });
      await audit(tx, { ...ctx, user: null }, "user.email_changed", account.id);
      return account.id;
    });
    logSecurityEvent(ctx, "email_changed", { userId });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError("invalid", "Another account already uses this address.", { cause: error });
  }
}
