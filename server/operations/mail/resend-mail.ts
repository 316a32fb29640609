import { inTransaction } from "../../core/transaction";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { outboxEmails } from "@db/schema";
import { spendAttempt } from "../../rate-limits/rate-limits";
import { audit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import type { MemberContext } from "../../core/context";
import { isReachable, normalEmail } from "../../core/email-address";
import { enqueueDelivery } from "../../mail/enqueue-delivery";
import { resentKey } from "../../mail/mails-about";
import type { mailToResend } from "./schemas";
import { sendCopy } from "../../mail/send-copy";
import { isSecret } from "../../mail/secret-templates";

/**
 * Sends a mail once more, to the letter as it was; one that is still on its way is tried again at once, and stays one.
 * Throws not_found, rate_limited, and forbidden where the letter lets in whoever has it: another one is asked for.
 */
export async function resendMail(
  ctx: MemberContext,
  { id, formKey }: z.infer<typeof mailToResend>,
): Promise<{ id: string }> {
  const { db, clock, user } = ctx;
  const [mail] = await db.select().from(outboxEmails).where(eq(outboxEmails.id, id));
  if (!mail) throw new DomainError("not_found", "Mail not found");
  if (isSecret(mail.template)) throw new DomainError("forbidden", "A link that lets somebody in is not sent again.");
  if (mail.stopped === "withheld") throw new DomainError("closed", "This address has unsubscribed from announcements.");
  if (!isReachable(mail.recipient)) throw new DomainError("closed", "This account was deleted.");
  await spendAttempt(ctx, "resent to address", normalEmail(mail.recipient));
  return inTransaction({ db }, async (tx) => {
    if (mail.sentAt === null) {
      const anew = { stopped: null, unansweredAt: null };
      await tx
        .update(outboxEmails)
        .set(anew)
        .where(and(eq(outboxEmails.id, id), isNull(outboxEmails.sentAt)));
      await enqueueDelivery(tx, mail);
      await audit(tx, { clock, user }, "email.retried", id);
      return { id };
    }
    const dedupeKey = resentKey(mail, formKey);
    const copyId = await sendCopy(tx, mail, { to: mail.recipient, dedupeKey, now: clock.now() });
    if (copyId) {
      await audit(tx, { clock, user }, "email.resent", id);
      return { id: copyId };
    }
    const [before] = await tx
      .select({ id: outboxEmails.id })
      .from(outboxEmails)
      .where(eq(outboxEmails.dedupeKey, dedupeKey));
    return before!;
  });
}
