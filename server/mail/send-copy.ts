import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { outboxEmails } from "@db/schema";
import { enqueueDelivery } from "./enqueue-delivery";

type Row = typeof outboxEmails.$inferSelect;
type Copy = { to: string; dedupeKey: string; now: Date };

/**
 * Writes a mail into the outbox once more, to the letter as it was, and marks the first one as dealt with. Returns the
 * copy's id; null where there is a copy with this key already.
 */
export async function sendCopy(tx: Transaction, mail: Row, { to, dedupeKey, now }: Copy): Promise<string | null> {
  const { template, props, subject, replyTo, senderName, attachments, html, text } = mail;
  const { isAnnouncement, unsubscribeKey } = mail;
  const letter = { template, props, subject, replyTo, senderName, attachments, html, text };
  const [made] = await tx
    .insert(outboxEmails)
    .values({ ...letter, isAnnouncement, unsubscribeKey, recipient: to, dedupeKey, createdAt: now })
    .onConflictDoNothing({ target: outboxEmails.dedupeKey })
    .returning({ id: outboxEmails.id });
  if (!made) return null;
  await tx.update(outboxEmails).set({ dismissedAt: now }).where(eq(outboxEmails.id, mail.id));
  await enqueueDelivery(tx, { id: made.id, template });
  return made.id;
}
