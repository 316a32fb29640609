import type { Queryable } from "@db/client";
import { one } from "@db/one";
import { outboxEmails } from "@db/schema";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { timeIn } from "../../core/dates";
import { isReachable, normalEmail, shownEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { countFound, type FoundRows, type Page, pageOf } from "../../core/pagination";
import { inTransaction } from "../../core/transaction";
import {
  describeProblem,
  isUnarrived,
  mailStatus,
  type MailStatus,
  statusColumns,
  whereMailIs,
} from "../../platform/mail/mail-status";
import { enqueueDelivery, isSecret, resentKey, sendCopy } from "../../platform/mail/outbox";
import { renderMail } from "../../platform/mail/templates";
import { readWebhookHealth, type WebhookHealth } from "../../payments/webhook-tally";
import { countAttempt } from "../../core/rate-limits";
import { isContained } from "../../core/search";
import type { mailQuery, mailToResend } from "./schemas";

type ListedMail = { id: string; to: string; subject: string; at: string; status: MailStatus };

/** Lists mails. `webhooks` is null if Resend's webhook is not configured. */
export async function listMails(
  { db, clock, settings, visitor }: MemberContext,
  { search, status, page: wanted }: z.infer<typeof mailQuery>,
): Promise<{ mails: ListedMail[]; page: Page; webhooks: WebhookHealth | null }> {
  const condition = and(search === "" ? undefined : matches(search), status && whereMailIs(status));
  const { page, limit, offset } = pageOf(wanted, await countMails(db, condition));
  const { id, createdAt, recipient, subject } = outboxEmails;
  const rows = await db
    .select({ id, recipient, subject, createdAt, ...statusColumns })
    .from(outboxEmails)
    .where(condition)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
  const mails = rows.map((row) => ({
    id: row.id,
    to: shownEmail(row.recipient),
    subject: row.subject,
    at: timeIn(row.createdAt, visitor.timeZone),
    status: mailStatus(row),
  }));
  const webhooks = settings.resendWebhookSecret ? await readWebhookHealth({ db, clock }, "resend") : null;
  return { mails, page, webhooks };
}

const countMails = async (db: Queryable, condition: SQL | undefined): Promise<FoundRows> =>
  condition
    ? countFound(db, db.select({ id: outboxEmails.id }).from(outboxEmails).where(condition))
    : { total: await db.$count(outboxEmails) };

/** Searches by the expression of the index outbox_emails_plain_idx. */
const matches = (search: string) =>
  isContained(search, sql`(${outboxEmails.recipient} || ' ' || ${outboxEmails.subject})`);

/** Omits the content if a link in it would sign the reader in. Throws not_found. */
export async function getMail({ db, visitor }: MemberContext, { id }: { id: string }) {
  const [row] = await db.select().from(outboxEmails).where(eq(outboxEmails.id, id));
  if (!row) throw new DomainError("not_found", "Email not found");
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
    canDismiss: row.dismissedAt === null && isProblem(status),
    attachments: (attachments ?? []).map(({ filename }) => filename),
    isPrivate,
    isEmptied,
    canResend: !isPrivate && !isEmptied && status !== "unsubscribed",
    html: isPrivate || isEmptied ? null : (row.html ?? renderMail(row.template, row.props as object).html),
  };
}

const isProblem = (status: MailStatus) => ["undeliverable", "bounced", "complained", "unconfirmed"].includes(status);

/** Sends a copy, or retries an unsent mail. Throws forbidden for mails with a sign-in link, rate_limited, not_found. */
export async function resendMail(
  ctx: MemberContext,
  { id, formKey }: z.infer<typeof mailToResend>,
): Promise<{ id: string }> {
  const { db, clock, user } = ctx;
  const [mail] = await db.select().from(outboxEmails).where(eq(outboxEmails.id, id));
  if (!mail) throw new DomainError("not_found", "Email not found");
  if (isSecret(mail.template))
    throw new DomainError(
      "forbidden",
      "Emails with a sign-in link or the code of a gift card can’t be sent again here.",
    );
  if (mail.stopped === "withheld") throw new DomainError("closed", "This address gets no announcements.");
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

export async function dismissMail({ db, clock, user }: MemberContext, { id }: { id: string }): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const [mail] = await tx
      .select({ id: outboxEmails.id })
      .from(outboxEmails)
      .where(and(eq(outboxEmails.id, id), isUnarrived()));
    if (!mail) throw new DomainError("not_found", "Email not found");
    const changed = await tx
      .update(outboxEmails)
      .set({ dismissedAt: clock.now() })
      .where(and(eq(outboxEmails.id, id), isNull(outboxEmails.dismissedAt)))
      .returning({ id: outboxEmails.id });
    if (changed.length === 0) return;
    await audit(tx, { clock, user }, "email.dismissed", id);
  });
}
