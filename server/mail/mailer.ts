import type { MailAttachment } from "@db/schema";

/** A mail as it leaves the house. */
export type Mail = {
  /** The outbox row's id; the same id is never sent twice. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** In place of the usual one, before the usual address. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  attachments?: MailAttachment[] | undefined;
};

/** Hands a mail to the outside world; throws when it was not accepted, and is then called again. */
export type Mailer = {
  send(mail: Mail): Promise<{ providerId: string | null }>;
};
