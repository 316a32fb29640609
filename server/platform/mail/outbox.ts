import { createHash, randomUUID } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import { type MailAttachment, outboxEmails } from "@db/schema";
import type { Site } from "@emails/parts/props";
import { and, asc, eq, inArray, isNull, lte, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { paletteOf, type Shades } from "../../core/accent";
import { isReachable, normalEmail } from "../../core/email-address";
import { uuidPattern } from "../../core/input-schemas";
import { newToken } from "../../core/secrets";
import type { Services } from "../../core/services";
import { isLegalPage } from "../../core/page-addresses";
import { type Look, type OwnSettings, recallOwnSettings } from "../../core/site-settings";
import { addJob, enqueueJob } from "../jobs/enqueue-job";
import { renderMail, subjectOf, type TemplateName, type TemplateProps } from "./templates";

export type NewMail<Name extends TemplateName> = {
  template: Name;
  props: TemplateProps<Name>;
  to: string;
  dedupeKey: string;
  replyTo?: string;
  /** Attachments, which are stored, so that every attempt sends the same bytes. */
  attachments?: MailAttachment[];
  /** Includes an unsubscribe link and is withheld from those who have unsubscribed. */
  isAnnouncement?: boolean;
};

/** Writes the mail and its job in the caller's transaction; skips unreachable addresses such as deleted accounts'. */
export const enqueueMail = <Name extends TemplateName>(tx: Transaction, mail: NewMail<Name>): Promise<void> =>
  enqueueMails(tx, [mail]);

/** Writes several mails and their jobs with one statement. */
export async function enqueueMails(tx: Transaction, mails: NewMail<TemplateName>[]): Promise<void> {
  const reachable = mails.filter(({ to }) => isReachable(to));
  if (reachable.length === 0) return;
  const own = await recallOwnSettings(tx);
  const written = tx.$with("written").as(
    tx
      .insert(outboxEmails)
      .values(reachable.map((mail) => rowOf(mail, own)))
      .onConflictDoNothing({ target: outboxEmails.dedupeKey })
      .returning({ id: outboxEmails.id, template: outboxEmails.template }),
  );
  await tx
    .with(written)
    .select({ job: deliveryOf(written) })
    .from(written);
}

function rowOf(mail: NewMail<TemplateName>, own: OwnSettings): typeof outboxEmails.$inferInsert {
  const props = withSiteFacts(mail.props, own);
  return {
    id: randomUUID(),
    template: mail.template,
    props,
    recipient: mail.to,
    subject: oneLine(subjectOf(mail.template, props)),
    replyTo: mail.replyTo && isReachable(mail.replyTo) ? mail.replyTo : null,
    senderName: own.senderName ?? null,
    attachments: mail.attachments,
    dedupeKey: mail.dedupeKey,
    isAnnouncement: mail.isAnnouncement ?? false,
    unsubscribeKey: mail.isAnnouncement ? newToken() : null,
  };
}

type Preview<Name extends TemplateName> = Pick<NewMail<Name>, "template" | "props" | "isAnnouncement">;

/** Returns the mail that `enqueueMail` writes and the worker sends. An unsubscribe link does not work yet. */
export async function previewMail<Name extends TemplateName>(
  { db, settings }: Pick<Services, "db" | "settings">,
  { template, isAnnouncement = false, ...mail }: Preview<Name>,
): Promise<{ subject: string; html: string }> {
  const props = withSiteFacts(mail.props, await recallOwnSettings(db));
  const { html } = renderMail(template, { ...props, ...(isAnnouncement && { unsubscribeUrl: settings.siteUrl }) });
  return { subject: oneLine(subjectOf(template, props)), html };
}

function withSiteFacts<Props extends { site: Site }>(
  props: Props,
  { name, profile, look, marketing, pages }: OwnSettings,
): Props {
  const legal = pages.filter(isLegalPage);
  const site = {
    ...props.site,
    ...(name !== undefined && { name }),
    ...(marketing.contact !== undefined && { contactUrl: marketing.contact }),
    ...(profile && { instructor: profile.name }),
    ...((look.accent !== null || look.logo) && { look: mailedLook(look, props.site) }),
    ...(legal.length > 0 && {
      legal: legal.map(({ title, path }) => ({ label: title, url: props.site.url + path })),
    }),
  };
  return { ...props, site };
}

const mailedLook = ({ accent, logo }: Look, { url }: Site): Site["look"] => ({
  ...(accent !== null && { accent: mailedAccent(accent) }),
  ...(logo && { logo: `${url}/media/logo` }),
});

function mailedAccent(chosen: string) {
  const mailShades = ({ accent, hover, ink }: Shades) => ({ accent, hover, ink });
  const { light, dark } = paletteOf(chosen);
  return { light: mailShades(light), dark: mailShades(dark) };
}

/** Removes line breaks and direction marks: names are typed by users, and a subject is one header line. */
function oneLine(subject: string): string {
  return subject
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

const bulkTemplates: string[] = [
  "attendee-message",
  "newsletter",
  "recording-available",
  "recordings-opened",
  "session-cancelled",
  "session-changed",
  "session-reminder",
] satisfies TemplateName[];

export async function enqueueDelivery(
  tx: Queryable,
  { id, template }: { id: string; template: string },
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  const options = {
    jobKey: `${deliveryKey}${id}`,
    priority: priorityOf(sql`${template}::text`),
    ...(runAt && { runAt }),
  };
  await enqueueJob(tx, "deliver-mail", { mailId: id }, options);
}

const deliveryOf = ({ id, template }: { id: SQLWrapper; template: SQLWrapper }): SQL =>
  addJob(
    "deliver-mail",
    { mailId: id },
    { jobKey: sql`${deliveryKey} || ${id}::text`, priority: priorityOf(template) },
  );

const deliveryKey = "deliver-mail:";

/** Returns a priority, of which the lower one runs first: the recipient of a sign-in link is waiting. */
const priorityOf = (template: SQLWrapper): SQL =>
  sql`case when ${inArray(template, secret)} then -10 when ${inArray(template, bulkTemplates)} then 10 else 0 end`;

/** Mails whose link signs in, or that hold a gift card's code: admins never see their content. */
const secret: string[] = [
  "account-exists",
  "change-email",
  "gift-card",
  "gift-card-ending",
  "reset-password",
  "sign-in-link",
  "verify-email",
] satisfies TemplateName[];

export const isSecret = (template: string): boolean => secret.includes(template);

const patienceMs = 10 * 60_000;
const batch = 200;

/** Enqueues unsent mails whose job has failed for good or was lost. */
export async function retryUnsent({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const { id, template, createdAt, sentAt, stopped } = outboxEmails;
  const hasJob = sql`exists (select from graphile_worker.jobs as jobs
    where jobs.key = ${deliveryKey} || ${id}::text and jobs.attempts < jobs.max_attempts)`;
  const longAgo = new Date(clock.now().getTime() - patienceMs);
  const unsent = await db
    .select({ id, template })
    .from(outboxEmails)
    .where(and(isNull(sentAt), isNull(stopped), lte(createdAt, longAgo), sql`not ${hasJob}`))
    .orderBy(asc(createdAt))
    .limit(batch);
  for (const mail of unsent) await enqueueDelivery(db, mail);
}

type OutboxRow = typeof outboxEmails.$inferSelect;
type Copy = {
  to: string;
  dedupeKey: string;
  now: Date;
  props?: OutboxRow["props"];
  attachments?: OutboxRow["attachments"];
};

/** Sends a mail again and dismisses the first one. Returns null if the copy exists already. */
export async function sendCopy(
  tx: Transaction,
  mail: OutboxRow,
  { to, dedupeKey, now, props, attachments = mail.attachments }: Copy,
): Promise<string | null> {
  const { template, subject, replyTo, html, text, isAnnouncement } = mail;
  const isElsewhere = normalEmail(to) !== normalEmail(mail.recipient);
  const { senderName = null } = await recallOwnSettings(tx);
  const isAnew = props !== undefined || (isAnnouncement && isElsewhere);
  const [made] = await tx
    .insert(outboxEmails)
    .values({
      template,
      subject,
      replyTo,
      attachments,
      isAnnouncement,
      dedupeKey,
      ...(isAnew ? { senderName } : { senderName: mail.senderName, html, text }),
      props: props ?? mail.props,
      unsubscribeKey: isAnnouncement && isElsewhere ? newToken() : mail.unsubscribeKey,
      recipient: to,
      createdAt: now,
    })
    .onConflictDoNothing({ target: outboxEmails.dedupeKey })
    .returning({ id: outboxEmails.id });
  if (!made) return null;
  await tx.update(outboxEmails).set({ dismissedAt: now }).where(eq(outboxEmails.id, mail.id));
  await enqueueDelivery(tx, { id: made.id, template });
  return made.id;
}

/** Matches mails by the ids in their dedupe key, which copies inherit. */
export const isAbout = (ids: string[]): SQL =>
  sql`exists (select from regexp_matches(${outboxEmails.dedupeKey}, ${uuidPattern}, 'g') as about (ids)
    where about.ids[1] = any(${sql.param(ids)}::text[]))`;

type MailKey = Pick<typeof outboxEmails.$inferSelect, "dedupeKey">;

/** Hashes the address, because a plain one would outlive its account. */
export const forwardedKey = ({ dedupeKey }: MailKey, to: string): string =>
  `${dedupeKey}:to:${createHash("sha256").update(normalEmail(to)).digest("base64url")}`;

export const resentKey = ({ dedupeKey }: MailKey, formKey: string): string => `${dedupeKey}:again:${formKey}`;
