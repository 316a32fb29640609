import { outboxEmails } from "@db/schema";
import { one } from "@db/one";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { isReachable, normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { isUnarrived } from "../../mail/mail-status";
import { enqueueDelivery, isSecret } from "../../mail/outbox";
import { resentKey, sendCopy } from "../../mail/send-copy";
import { countAttempt } from "../../rate-limits/rate-limits";
import type { mailToResend } from "../schemas";

/**
 * Sends a copy, or retries an unsent mail. Throws not_found, rate_limited, and forbidden for mails with a sign-in link.
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
  await countAttempt(ctx, "resent to address", normalEmail(mail.recipient));
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
    const sentBefore = eq(outboxEmails.dedupeKey, dedupeKey);
    return one(await tx.select({ id: outboxEmails.id }).from(outboxEmails).where(sentBefore), "copy");
  });
}

/** Idempotent. Throws not_found. */
export async function dismissMail({ db, clock, user }: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const [mail] = await tx
      .select({ id: outboxEmails.id })
      .from(outboxEmails)
      .where(and(eq(outboxEmails.id, id), isUnarrived()));
    if (!mail) throw new DomainError("not_found", "Mail not found");
    const changed = await tx
      .update(outboxEmails)
      .set({ dismissedAt: clock.now() })
      .where(and(eq(outboxEmails.id, id), isNull(outboxEmails.dismissedAt)))
      .returning({ id: outboxEmails.id });
    if (changed.length === 0) return;
    await audit(tx, { clock, user }, "email.dismissed", id);
  });
}
