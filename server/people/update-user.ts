import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "@db/client";
import { users, type Account } from "@db/schema";
import { findAccount } from "../accounts/accounts";
import { issueToken } from "../accounts/account-tokens";

import { mailEmailChange, mailEmailChangeNotice } from "../accounts/mail-account";
import { countAttempt } from "../rate-limits/rate-limits";
import { audit } from "../audit/record-audit";
import { DomainError } from "../core/errors";
import { refuseOutdated } from "../core/forms";
import { logSecurityEvent } from "../core/security-log";
import type { MemberContext } from "../core/context";
import { normalEmail } from "../core/email-address";
import { lockUser, readUser, shownOf } from "./users";
import type { userChange } from "./schemas";

type Change = z.infer<typeof userChange>;

/** Changes the address only once it is confirmed. Throws changed_meanwhile, rate_limited, invalid (address in use). */
export async function updateUser(ctx: MemberContext, change: Change): Promise<{ isEmailAsked: boolean }> {
  // The counter uses another connection, so it must not run while the account is locked.
  if (isNewEmail(await readUser(ctx.db, change.id), change)) {
    await countAttempt(ctx, "link to account", `change_email:${change.id}`);
  }
  const updated = await inTransaction(ctx, async (tx) => {
    const account = await lockUser(tx, change.id);
    refuseOutdated({ now: shownOf(account), wanted: shownOf({ ...account, ...change }), version: change.version });
    await changeDetails(tx, ctx, account, change);
    const isEmailAsked = isNewEmail(account, change);
    if (isEmailAsked) await requestEmailChange(tx, ctx, { ...account, fullName: change.fullName }, change.email);
    return { isEmailAsked };
  });
  const { isEmailAsked } = updated;
  if (isEmailAsked) logSecurityEvent(ctx, "email_change_requested", { userId: change.id, actorId: ctx.user.id });
  return updated;
}

const isNewEmail = (account: Account, { email }: Change) => normalEmail(email) !== normalEmail(account.email);

async function changeDetails(tx: Transaction, ctx: MemberContext, account: Account, change: Change): Promise<void> {
  const { fullName, subscriptionStatus } = change;
  const changed = [
    ...(fullName === account.fullName ? [] : ["name"]),
    ...(subscriptionStatus === account.subscriptionStatus ? [] : ["subscription status"]),
  ];
  if (changed.length === 0) return;
  await tx.update(users).set({ fullName, subscriptionStatus }).where(eq(users.id, account.id));
  await audit(tx, ctx, "user.updated", account.id, { changed });
}

async function requestEmailChange(tx: Transaction, ctx: MemberContext, account: Account, email: string): Promise<void> {
  if (await findAccount(tx, email)) throw new DomainError("invalid", "Another account has this address already.");
  const now = ctx.clock.now();
  const token = await issueToken(tx, { userId: account.id, purpose: "change_email", email, now });
  await mailEmailChange(tx, ctx, { account, token, email });
  await mailEmailChangeNotice(tx, ctx, { account, token });
  await audit(tx, ctx, "user.email_change_asked", account.id);
}
