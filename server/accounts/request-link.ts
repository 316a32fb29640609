import { once } from "../form-keys";
import { enqueueJob } from "../jobs/enqueue-job";
import { logSecurityEvent } from "../security-log";
import type { Context } from "../trpc/context";
import { normalEmail } from "./find-account";
import { networkOf } from "./network-of";
import { maySpend, spendAttempt } from "./rate-limits";
import { safeReturnAddress } from "./return-address";
import type { EntryPurpose } from "./schemas";

export type LinkWish = { purpose: EntryPurpose; email: string; returnTo?: string | null | undefined };
type LinkRequest = LinkWish & { formKey?: string | undefined };

/**
 * Has a reset or one-time link mailed, if there is such an account; more than so many an hour are not sent. The account
 * is looked up by a job, later: neither the answer nor its time says whether there is one. The same form key asks once.
 * Throws rate_limited.
 */
export async function requestLink(ctx: Context, { purpose, email, returnTo, formKey }: LinkRequest): Promise<void> {
  const mailbox = normalEmail(email);
  await spendAttempt(ctx, "link from address", networkOf(ctx.visitor.address));
  if (!(await maySpend(ctx, "link to account", `${purpose}:${mailbox}`))) return;
  await ctx.db.transaction((tx) =>
    once(tx, ctx, { procedure: "requestLink", formKey, input: { purpose, mailbox } }, async () => {
      logSecurityEvent(ctx, "link_requested", { reason: purpose });
      const wish = { purpose, email: mailbox, returnTo: safeReturnAddress(returnTo) };
      // Somebody waits for it in front of the screen.
      await enqueueJob(tx, "send-account-link", wish, { priority: -10 });
    }),
  );
}
