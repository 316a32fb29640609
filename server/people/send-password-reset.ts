import { inTransaction } from "../core/transaction";
import type { Transaction } from "@db/client";
import { issueToken } from "../accounts/account-tokens";

import { mailReset } from "../accounts/mail-account";
import { spendAttempt } from "../rate-limits/rate-limits";
import { audit } from "../audit/record-audit";
import { once } from "../core/form-keys";
import { logSecurityEvent } from "../core/security-log";
import type { MemberContext } from "../core/context";
import { normalEmail } from "../core/email-address";
import { readUser, requireUser } from "./require-user";

type ResetRequest = { id: string; formKey?: string | undefined };

/**
 * Mails a member the link by which they choose a new password; the same form key mails one. Throws not_found,
 * rate_limited.
 */
export async function sendPasswordReset(ctx: MemberContext, { id, formKey }: ResetRequest): Promise<{ email: string }> {
  const now = ctx.clock.now();
  // Counted on a connection of its own, which is not to be waited for while the account is locked.
  await spendAttempt(ctx, "link to account", `reset_password:${normalEmail((await readUser(ctx.db, id)).email)}`);
  const send = async (tx: Transaction) => {
    const account = await requireUser(tx, id);
    const token = await issueToken(tx, { userId: id, purpose: "reset_password", now });
    await mailReset(tx, ctx, { account, token });
    await audit(tx, ctx, "user.reset_sent", id);
    logSecurityEvent(ctx, "link_issued", { userId: id, actorId: ctx.user.id, reason: "reset_password" });
  };
  const posted = { procedure: "sendPasswordReset", formKey, input: { id } };
  await inTransaction(ctx, (tx) => once(tx, ctx, posted, () => send(tx)));
  const { email } = await readUser(ctx.db, id);
  return { email };
}
