import { eq } from "drizzle-orm";
import type { z } from "zod";
import { outboxEmails } from "@db/schema";
import { normalEmail } from "../accounts/find-account";
import { spendAttempt } from "../accounts/rate-limits";
import { recordAudit } from "../audit/record-audit";
import { DomainError } from "../errors";
import { enqueueJob } from "../jobs/enqueue-job";
import type { MemberContext } from "../trpc/context";
import type { mailToResend } from "./schemas";
import { isSecret } from "./secret-templates";

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
  await spendAttempt(ctx, "resent to address", normalEmail(mail.recipient));
  const audit = { actorId: user.id, subjectType: "email", subjectId: id } as const;
  return db.transaction(async (tx) => {
    if (mail.sentAt === null) {
      await enqueueJob(tx, "deliver-mail", { mailId: id }, { jobKey: `deliver-mail:${id}` });
      await recordAudit(tx, { ...audit, action: "email.retried" }, clock.now());
      return { id };
    }
    const { template, props, recipient, subject, replyTo, senderName, attachments, html, text } = mail;
    const dedupeKey = `resent:${id}:${formKey}`;
    const copy = { template, props, recipient, subject, replyTo, senderName, attachments, html, text, dedupeKey };
    const [made] = await tx
      .insert(outboxEmails)
      .values({ ...copy, createdAt: clock.now() })
      .onConflictDoNothing({ target: outboxEmails.dedupeKey })
      .returning({ id: outboxEmails.id });
    if (made) {
      await enqueueJob(tx, "deliver-mail", { mailId: made.id });
      await recordAudit(tx, { ...audit, action: "email.resent" }, clock.now());
      return made;
    }
    const [before] = await tx
      .select({ id: outboxEmails.id })
      .from(outboxEmails)
      .where(eq(outboxEmails.dedupeKey, dedupeKey));
    return before!;
  });
}
