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
