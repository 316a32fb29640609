import type { MailAttachment } from "@db/schema";
import type { Pace } from "./pace";

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
  headers?: Record<string, string> | undefined;
};

/** Hands a mail to the outside world. */
export type Mailer = {
  /** Throws a MailError when the mail was not accepted. */
  send(mail: Mail): Promise<{ providerId: string | null }>;
  /** Keeps to the mail service's rate limit; absent where there is none. */
  pace?: Pace;
};

/**
 * Why the mail service did not take a mail. `refused`: it never will. `failed`: it was not accepted this time.
 * `unanswered`: it may have been accepted. `unconfirmed`: an earlier try may have been accepted, and no other will be.
 */
export class MailError extends Error {
  override name = "MailError";

  constructor(
    readonly kind: "refused" | "failed" | "unanswered" | "unconfirmed",
    message: string,
    /** How long the service asked to be left alone. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}
