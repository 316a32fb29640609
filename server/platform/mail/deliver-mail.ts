import { lockMails } from "./lock";
import { inTransaction } from "../../core/transaction";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { outboxEmails } from "@db/schema";
import { type Mail, MailError, type Services } from "../../core/services";
import { isReachable } from "../../core/email-address";
import { enqueueDelivery } from "./outbox";
import { maxPauseSeconds } from "./resend-mailer";
import { renderMail } from "./templates";
import { mayReceive } from "./consents";
import type { OpeningServices } from "./opening-mails";
import { openSealed } from "./sealed-text";
import { unsubscribeHeaders, unsubscribeUrl } from "./unsubscribe";

type DeliveryServices = Pick<Services, "db" | "clock" | "hooks" | "log" | "mailer" | "settings">;
type OutboxRow = typeof outboxEmails.$inferSelect;

/** Resend keeps idempotency keys for 24 hours; one hour less is the safety margin. */
const repeatableMs = 23 * 3_600_000;
const maxBackOffSeconds = 30 * 60;

/** Sends a mail unless it was sent. Two workers send the same bytes and id, so that Resend accepts one. */
export async function deliverMail(services: DeliveryServices, mailId: string): Promise<void> {
  const { db, clock, log, mailer } = services;
  const pausedUntil = await mailer.pace?.takeTurn();
  if (pausedUntil) return postpone(db, mailId, () => pausedUntil);
  let isFirstTry = true;
  try {
    const written = await prepareMail(services, mailId);
    if (!written) return;
    isFirstTry = written.isFirstTry;
    const { providerId } = await mailer.send(written.mail);
    await updateUnsent(db, mailId, { sentAt: clock.now(), providerId, lastError: null, unansweredAt: null });
    log.info({ mailId }, "mail sent");
  } catch (error) {
    const wasAnswered = error instanceof MailError && error.kind !== "unanswered";
    await updateUnsent(db, mailId, {
      lastError: reasonOf(error),
      ...(wasAnswered && isFirstTry && { unansweredAt: null }),
    });
    if (!(error instanceof MailError)) throw error;
    await handleMailError(services, mailId, error);
  }
}

async function handleMailError(
  { db, clock, log, mailer }: DeliveryServices,
  mailId: string,
  error: MailError,
): Promise<void> {
  const { kind, retryAfterSeconds } = error;
  log.warn({ mailId, kind }, "mail not sent");
  if (kind === "refused" || kind === "unconfirmed") return updateUnsent(db, mailId, { stopped: kind });
  if (retryAfterSeconds !== null) await mailer.pace?.pauseFor(retryAfterSeconds);
  await postpone(db, mailId, ({ attempts }) => {
    const backOff = Math.min(maxBackOffSeconds, 2 ** attempts) * (0.5 + Math.random());
    const pauseSeconds = Math.min(maxPauseSeconds, retryAfterSeconds ?? 0);
    return new Date(clock.now().getTime() + Math.max(backOff, pauseSeconds) * 1000);
  });
}

async function postpone(db: Database, mailId: string, when: (row: OutboxRow) => Date): Promise<void> {
  const [row] = await db.select().from(outboxEmails).where(isUnsent(mailId));
  if (row) await enqueueDelivery(db, row, { runAt: when(row) });
}

type PreparedMail = {
  mail: Mail;
  isFirstTry: boolean;
};

/** Renders the mail once: a retry must not differ. Counts the attempt as unanswered in case of a crash. */
async function prepareMail(
  { db, clock, hooks, settings }: DeliveryServices,
  mailId: string,
): Promise<PreparedMail | null> {
  return inTransaction({ db }, async (tx) => {
    const [row] = await lockMails(tx, isUnsent(mailId));
    if (!row || !isReachable(row.recipient)) return null;
    const stopped = await stopReasonFor({ db: tx, hooks }, row, clock.now());
    if (stopped) {
      await tx.update(outboxEmails).set({ stopped }).where(eq(outboxEmails.id, mailId));
      return null;
    }
    const letter = renderedBefore(row) ?? render(row, settings);
    const { id, recipient: to, subject, replyTo, senderName, attachments, unansweredAt } = row;
    await tx
      .update(outboxEmails)
      .set({ ...letter, attempts: sql`${outboxEmails.attempts} + 1`, unansweredAt: unansweredAt ?? clock.now() })
      .where(eq(outboxEmails.id, mailId));
    const mail = {
      id,
      to,
      subject,
      html: openSealed(settings, letter.html),
      text: openSealed(settings, letter.text),
      senderName: senderName ?? undefined,
      replyTo: replyTo ?? undefined,
      attachments: attachments ?? undefined,
      headers: unsubscribeHeaders(row, settings),
    };
    return { mail, isFirstTry: unansweredAt === null };
  });
}

async function stopReasonFor(services: OpeningServices, row: OutboxRow, now: Date): Promise<OutboxRow["stopped"]> {
  if (row.isAnnouncement && !(await mayReceive(services, row))) return "withheld";
  const isForgotten = row.unansweredAt !== null && now.getTime() - row.unansweredAt.getTime() >= repeatableMs;
  return isForgotten ? "unconfirmed" : null;
}

type Letter = { html: string; text: string };

const renderedBefore = ({ html, text }: OutboxRow): Letter | null =>
  html !== null && text !== null ? { html, text } : null;

const render = (row: OutboxRow, settings: Services["settings"]): Letter =>
  renderMail(row.template, { ...(row.props as object), unsubscribeUrl: unsubscribeUrl(row, settings) });

const isUnsent = (mailId: string) =>
  and(eq(outboxEmails.id, mailId), isNull(outboxEmails.sentAt), isNull(outboxEmails.stopped));

async function updateUnsent(db: Database, mailId: string, values: Partial<OutboxRow>): Promise<void> {
  await db
    .update(outboxEmails)
    .set(values)
    .where(and(eq(outboxEmails.id, mailId), isNull(outboxEmails.sentAt)));
}

/** Returns the first line only: a database error contains the whole mail. */
function reasonOf(error: unknown): string {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return line.slice(0, 500);
}
