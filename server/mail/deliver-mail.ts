import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "@db/client";
import { outboxEmails } from "@db/schema";
import type { Services } from "../services";
import { readOwnSettings } from "../site/site-settings";
import { isReachable } from "./is-reachable";
import type { Mail } from "./mailer";
import { renderMail } from "./render-mail";

type Courier = Pick<Services, "db" | "clock" | "log" | "mailer">;

/**
 * Sends a mail of the outbox; nothing happens when it was sent already. Throws what the mailer threw, so that the
 * job comes back later; the row keeps the reason.
 *
 * The mailer is called outside any transaction, so two workers may get this far with one mail. What they send is
 * the same to the byte, under the same id: the provider takes both for one mail.
 */
export async function deliverMail(services: Courier, mailId: string): Promise<void> {
  const { db, clock, log, mailer } = services;
  try {
    const mail = await writeMail(db, mailId);
    if (!mail) return;
    const { providerId } = await mailer.send(mail);
    await updateUnsent(db, mailId, { sentAt: clock.now(), providerId, lastError: null });
    log.info({ mailId }, "mail sent");
  } catch (error) {
    await updateUnsent(db, mailId, { lastError: reasonOf(error) });
    throw error;
  }
}

/**
 * Counts the attempt and writes the letter out, once: a retry after a crash, or after a new release changed the
 * template, must not differ from what the provider may have accepted already. Null when there is nothing to send.
 */
async function writeMail(db: Database, mailId: string): Promise<Mail | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(outboxEmails).where(eq(outboxEmails.id, mailId)).for("update");
    if (!row || row.sentAt || !isReachable(row.recipient)) return null;
    const letter = writtenBefore(row) ?? (await write(tx, row));
    await tx
      .update(outboxEmails)
      .set({ ...letter, attempts: sql`${outboxEmails.attempts} + 1` })
      .where(eq(outboxEmails.id, mailId));
    const { id, recipient: to, subject, replyTo, attachments } = row;
    return {
      id,
      to,
      subject,
      ...letter,
      senderName: letter.senderName ?? undefined,
      replyTo: replyTo ?? undefined,
      attachments: attachments ?? undefined,
    };
  });
}

type Row = typeof outboxEmails.$inferSelect;

type Letter = { html: string; text: string; senderName: string | null };

function writtenBefore({ html, text, senderName }: Row): Letter | null {
  return html !== null && text !== null ? { html, text, senderName } : null;
}

async function write(tx: Transaction, { template, props }: Row): Promise<Letter> {
  const { senderName = null } = await readOwnSettings(tx);
  return { ...renderMail(template, props as object), senderName };
}

/** Leaves a mail alone that the other of two workers has seen through. */
async function updateUnsent(db: Database, mailId: string, values: Partial<Row>): Promise<void> {
  await db
    .update(outboxEmails)
    .set(values)
    .where(and(eq(outboxEmails.id, mailId), isNull(outboxEmails.sentAt)));
}

/** The first line only: a database error brings the whole letter along. */
function reasonOf(error: unknown): string {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return line.slice(0, 500);
}
