import type { Services } from "../core/services";
import { logSecurityEvent } from "../core/security-log";
import { issueToken } from "./issue-token";
import { accountTransaction, lockAccount } from "./lock-account";
import { mailReset, mailSignInLink } from "./mail-account";
import type { LinkWish } from "./request-link";

/** Makes the link that somebody asked for and mails it to the account's own address; does nothing without an account. */
export async function sendAccountLink(services: Services, { purpose, email, returnTo }: LinkWish): Promise<void> {
  const now = services.clock.now();
  const userId = await accountTransaction(services, async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account) return null;
    const token = await issueToken(tx, { userId: account.id, purpose, returnTo, now });
    const mail = purpose === "sign_in" ? mailSignInLink : mailReset;
    await mail(tx, services, { account, token });
    return account.id;
  });
  if (userId) logSecurityEvent(services, "link_issued", { userId, reason: purpose });
}
