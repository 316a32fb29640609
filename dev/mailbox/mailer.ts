import type { Mailer } from "@server/core/ports";

/** The demo's mailer: a mail has arrived once its outbox row says that it was sent; the mailbox page shows it. */
export function createMailboxMailer(): Mailer {
  return { send: () => Promise.resolve({ providerId: null }) };
}
