import { eq } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { DomainError } from "../../core/errors";
import type { MemberContext } from "../../core/context";
import { shownEmail } from "../../core/email-address";
import { describeProblem } from "../../mail/mail-problem";
import { mailStatus } from "../../mail/mail-status";
import { renderMail } from "../../mail/render-mail";
import { isSecret } from "../../mail/secret-templates";
import type { MailStatus } from "../../mail/schemas";
import { timeIn } from "../../core/dates";

/** A mail with its letter; without it where a link in it would let in whoever reads it. Throws not_found. */
export async function getMail({ db, visitor }: MemberContext, { id }: { id: string }) {
  const [row] = await db.select().from(outboxEmails).where(eq(outboxEmails.id, id));
  if (!row) throw new DomainError("not_found", "Mail not found");
  const { recipient, subject, attempts, lastError, createdAt, sentAt, attachments, deliveredAt, bouncedAt } = row;
  const status = mailStatus(row);
  const isEmptied = row.html === null && Object.keys(row.props as object).length === 0;
  const isPrivate = isSecret(row.template);
  return {
    id,
    to: shownEmail(recipient),
    subject,
    attempts,
    lastError: sentAt === null ? lastError : null,
    writtenAt: timeIn(createdAt, visitor.timeZone),
    sentAt: sentAt && timeIn(sentAt, visitor.timeZone),
    deliveredAt: deliveredAt && timeIn(deliveredAt, visitor.timeZone),
    bouncedAt: bouncedAt && timeIn(bouncedAt, visitor.timeZone),
    status,
    problem: describeProblem(status, row),
    /** It did not arrive, and nobody has said yet that this is dealt with. */
    canDismiss: row.dismissedAt === null && isProblem(status),
    attachments: (attachments ?? []).map(({ filename }) => filename),
    isPrivate,
    /** What it said was deleted with an account. */
    isEmptied,
    canResend: !isPrivate && !isEmptied && status !== "unsubscribed",
    html: isPrivate || isEmptied ? null : (row.html ?? renderMail(row.template, row.props as object).html),
  };
}

const isProblem = (status: MailStatus) => ["undeliverable", "bounced", "complained", "unconfirmed"].includes(status);
