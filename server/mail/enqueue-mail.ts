import type { Transaction } from "@db/client";
import { type MailAttachment, outboxEmails } from "@db/schema";
import type { Site } from "@emails/parts/props";
import { newToken } from "../core/secrets";
import { readOwnSettings } from "../core/site-settings";
import { isReachable } from "../core/email-address";
import { enqueueDelivery } from "./enqueue-delivery";
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

/** What the instructor calls her site, and where she is written to, wherever a letter is written from. */
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
