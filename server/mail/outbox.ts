import type { Queryable, Transaction } from "@db/client";
import { type MailAttachment, outboxEmails } from "@db/schema";
import type { Site } from "@emails/parts/props";
import { and, asc, isNull, lte, sql } from "drizzle-orm";
import { isReachable } from "../core/email-address";
import { newToken } from "../core/secrets";
import type { Services } from "../core/services";
import { readOwnSettings } from "../core/site-settings";
import { enqueueJob } from "../jobs/enqueue-job";
import { requireTemplate, type TemplateName, type TemplateProps } from "./templates";

export type NewMail<Name extends TemplateName> = {
  template: Name;
  props: TemplateProps<Name>;
  to: string;
  /** Says what the mail is about and to whom; a second mail with the same key is not sent. */
  dedupeKey: string;
  replyTo?: string;
  /** Kept as they are, so that every attempt sends the same bytes. */
  attachments?: MailAttachment[];
  /** It announces or advertises: it says how to unsubscribe, and is not sent to those who did. */
  isAnnouncement?: boolean;
};

/**
 * Writes a mail into the outbox, and the job that sends it, both in the transaction that causes it; nothing at all for
 * an address that no mail can reach, as that of a deleted account.
 */
export async function enqueueMail<Name extends TemplateName>(tx: Transaction, given: NewMail<Name>): Promise<void> {
  if (!isReachable(given.to)) return;
  const mail = { ...given, props: await inTheSitesName(tx, given.props) };
  const [row] = await tx
    .insert(outboxEmails)
    .values({
      template: mail.template,
      props: mail.props,
      recipient: mail.to,
      subject: oneLine(requireTemplate(mail.template).subject(mail.props)),
      replyTo: mail.replyTo && isReachable(mail.replyTo) ? mail.replyTo : null,
      attachments: mail.attachments,
      dedupeKey: mail.dedupeKey,
      isAnnouncement: mail.isAnnouncement ?? false,
      unsubscribeKey: mail.isAnnouncement ? newToken() : null,
    })
    .onConflictDoNothing({ target: outboxEmails.dedupeKey })
    .returning({ id: outboxEmails.id });
  if (row) await enqueueDelivery(tx, { id: row.id, template: mail.template });
}

/** Fills in the site's name and contact address from the settings. */
async function inTheSitesName<Props extends { site: Site }>(tx: Transaction, props: Props): Promise<Props> {
  const { name, marketing } = await readOwnSettings(tx);
  const site = {
    ...props.site,
    ...(name !== undefined && { name }),
    ...(marketing.contact !== undefined && { contactUrl: marketing.contact }),
  };
  return { ...props, site };
}

/** A subject is one header line: typed names may hold line breaks, or marks that turn the direction of writing. */
function oneLine(subject: string): string {
  return subject
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Sent to all attendees of a session at once. */
const toMany: readonly string[] = [
  "attendee-message",
  "recording-available",
  "session-cancelled",
  "session-changed",
  "session-reminder",
] satisfies TemplateName[];

/** Enqueues the job that sends a mail; one that waits already is moved. */
export async function enqueueDelivery(
  tx: Queryable,
  { id, template }: { id: string; template: string },
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  await enqueueJob(
    tx,
    "deliver-mail",
    { mailId: id },
    { jobKey: deliveryKey(id), priority: priorityOf(template), ...(runAt && { runAt }) },
  );
}

const deliveryKey = (mailId: string): string => `deliver-mail:${mailId}`;

/** Lower goes first: the recipient of a sign-in link is waiting for it. */
function priorityOf(template: string): number {
  if (isSecret(template)) return -10;
  return toMany.includes(template) ? 10 : 0;
}

/** Mails with a link that signs its holder in: admins never see their content. */
const secret: readonly string[] = [
  "account-exists",
  "change-email",
  "reset-password",
  "sign-in-link",
  "verify-email",
] satisfies TemplateName[];

export const isSecret = (template: string): boolean => secret.includes(template);

/** Younger mails still have the job that was enqueued with them. */
const patienceMs = 10 * 60_000;
const batch = 200;

/**
 * Enqueues the mails again whose job has given up, or was lost: a mail service that fails for days delays mail and loses
 * none. Mails that have a job are left alone, so that the oldest do not keep the others from their turn.
 */
export async function retryUnsent({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const { id, template, createdAt, sentAt, stopped } = outboxEmails;
  const hasJob = sql`exists (select from graphile_worker.jobs as jobs
    where jobs.key = ${deliveryKey("")} || ${id}::text and jobs.attempts < jobs.max_attempts)`;
  const longAgo = new Date(clock.now().getTime() - patienceMs);
  const unsent = await db
    .select({ id, template })
    .from(outboxEmails)
    .where(and(isNull(sentAt), isNull(stopped), lte(createdAt, longAgo), sql`not ${hasJob}`))
    .orderBy(asc(createdAt))
    .limit(batch);
  for (const mail of unsent) await enqueueDelivery(db, mail);
}
