import type { Mailer } from "@server/core/services";

/** Sends nothing: the mailbox shows the outbox's sent rows. */
export function createMailboxMailer(): Mailer {
  return { send: () => Promise.resolve({ providerId: null }) };
}
