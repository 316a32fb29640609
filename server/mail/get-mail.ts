import { eq } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { shownEmail } from "../accounts/deleted-address";
import { DomainError } from "../errors";
import type { MemberContext } from "../trpc/context";
import { timeIn } from "./list-mails";
import { mailStatus } from "./mail-status";
import { renderMail } from "./render-mail";
import { isSecret } from "./secret-templates";

/** A mail with its letter; without it where a link in it would let in whoever reads it. Throws not_found. */
export async function getMail({ db, visitor }: MemberContext, { id }: { id: string }) {
  const [row] = await db.select().from(outboxEmails).where(eq(outboxEmails.id, id));
  if (!row) throw new DomainError("not_found", "Mail not found");
  const { recipient, subject, attempts, lastError, createdAt, sentAt, attachments } = row;
  const isPrivate = isSecret(row.template);
  return {
    id,
    to: shownEmail(recipient),
    subject,
    attempts,
    lastError: sentAt === null ? lastError : null,
    writtenAt: timeIn(createdAt, visitor.timeZone),
    sentAt: sentAt && timeIn(sentAt, visitor.timeZone),
    status: mailStatus(row),
    attachments: (attachments ?? []).map(({ filename }) => filename),
    isPrivate,
    html: isPrivate ? null : (row.html ?? renderMail(row.template, row.props as object).html),
  };
}
