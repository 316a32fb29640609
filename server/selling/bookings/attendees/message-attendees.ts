import { randomUUID } from "node:crypto";
import { inTransaction } from "../../../core/transaction";
import { and, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { auditEntries } from "@db/schema";
import { audit } from "../../../core/record-audit";
import { DomainError } from "../../../core/errors";
import { enqueueMails, previewMail } from "../../../platform/mail/outbox";
import { findReceivers } from "../../../platform/mail/consents";
import { isReachable, normalEmail } from "../../../core/email-address";
import { lockProduct } from "../../../catalogue/products/lock";
import { attendeeFacts } from "../mails/mail-booking";
import type { Context, MemberContext } from "../../../core/context";
import { findSession, lockSession } from "../../../catalogue/schedule/find-session";
import { displayStart } from "../../../core/dates";
import { paragraphsOf } from "../../../core/input-schemas";
import { listRecipients, readCourseTitle, type Recipient } from "./recipients";
import type { MessageTarget, NewMessage } from "./schemas";

/** Returns the form of a message; `date` is null for a course. Throws not_found. */
export async function getMessageForm(ctx: Context, target: MessageTarget) {
  const { recipients } = await findRecipients(ctx, ctx.db, { ...target, kind: "service" });
  const about = await describeTarget(ctx, target);
  return { ...about, recipients: recipients.length, formKey: randomUUID() };
}

async function describeTarget(ctx: Context, target: MessageTarget): Promise<{ title: string; date: string | null }> {
  if ("courseId" in target) return { title: await readCourseTitle(ctx.db, target.courseId), date: null };
  const session = await findSession(ctx.db, target.sessionId);
  return { title: session.title, date: displayStart(session, ctx).date };
}

type MessagePreview = {
  subject: string;
  html: string;
  recipients: number;
  /** How many do not get it: they have not agreed to announcements, have unsubscribed, or their address refuses mail. */
  withheld: number;
};

/** Returns the mail as its first recipient gets it, and who gets it. Throws not_found; closed without a recipient. */
export async function previewMessage(ctx: MemberContext, message: NewMessage): Promise<MessagePreview> {
  const found = await findRecipients(ctx, ctx.db, message);
  const [first] = requireRecipients(found);
  const { subject, html } = await previewMail(ctx, {
    template: "attendee-message",
    props: messageProps(ctx, message, first),
    isAnnouncement: message.kind === "announcement",
  });
  return { subject, html, recipients: found.recipients.length, withheld: found.withheld };
}

type FoundRecipients = { recipients: Recipient[]; withheld: number };

/** Returns who gets a message: an announcement goes only to those who have agreed to them. Throws not_found. */
async function findRecipients(
  { clock }: Pick<Context, "clock">,
  db: Queryable,
  { kind, ...target }: MessageTarget & Pick<NewMessage, "kind">,
): Promise<FoundRecipients> {
  const everyone = await listRecipients(db, clock.now(), target);
  const booked = everyone.filter(({ booking }) => isReachable(booking.attendeeEmail));
  if (kind === "service") return { recipients: booked, withheld: 0 };
  const receivers = await findReceivers(
    db,
    booked.map(({ booking }) => booking.attendeeEmail),
  );
  const recipients = booked.filter(({ booking }) => receivers.has(normalEmail(booking.attendeeEmail)));
  return { recipients, withheld: booked.length - recipients.length };
}

function requireRecipients({ recipients: [first, ...others], withheld }: FoundRecipients): [Recipient, ...Recipient[]] {
  if (first) return [first, ...others];
  if (withheld === 0) throw new DomainError("closed", "No one is booked, so there is no one to email.");
  throw new DomainError("closed", "No one booked has agreed to announcements, so there is no one to email.");
}

const messageProps = (
  { settings }: MemberContext,
  message: NewMessage,
  { booking, session, coursePath }: Recipient,
) => ({
  ...attendeeFacts(settings, booking, session),
  subject: message.subject,
  paragraphs: paragraphsOf(message.text),
  ...(coursePath !== null && { courseUrl: settings.siteUrl + coursePath }),
});

const mailsPerStatement = 500;

/** Mails a message to everyone booked; the same form key sends it once. Throws not_found, closed (no one to mail). */
export async function messageAttendees(ctx: MemberContext, message: NewMessage): Promise<{ sent: number }> {
  return inTransaction(ctx, async (tx) => {
    await lockTarget(tx, message);
    const sentBefore = await findSent(tx, message);
    if (sentBefore !== null) return { sent: sentBefore };
    const recipients = requireRecipients(await findRecipients(ctx, tx, message));
    for (let from = 0; from < recipients.length; from += mailsPerStatement) {
      const some = recipients.slice(from, from + mailsPerStatement);
      await enqueueMails(
        tx,
        some.map((recipient) => ({
          template: "attendee-message",
          to: recipient.booking.attendeeEmail,
          dedupeKey: `attendee-message:${message.formKey}:${recipient.booking.id}`,
          replyTo: ctx.settings.adminEmail,
          isAnnouncement: message.kind === "announcement",
          props: messageProps(ctx, message, recipient),
        })),
      );
    }
    await recordSent(tx, ctx, message, recipients.length);
    return { sent: recipients.length };
  });
}

async function lockTarget(tx: Transaction, target: MessageTarget): Promise<void> {
  if ("courseId" in target) await lockProduct(tx, target.courseId);
  else await lockSession(tx, target.sessionId);
}

const subjectOf = (target: MessageTarget) =>
  "courseId" in target
    ? ({ type: "course", id: target.courseId, action: "course.messaged" } as const)
    : ({ type: "session", id: target.sessionId, action: "session.messaged" } as const);

async function findSent(db: Queryable, message: NewMessage): Promise<number | null> {
  const { type, id, action } = subjectOf(message);
  const [entry] = await db
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subjectType, type),
        eq(auditEntries.subjectId, id),
        eq(auditEntries.action, action),
        sql`${auditEntries.details}->>'formKey' = ${message.formKey}`,
      ),
    );
  return entry ? Number(entry.details?.sent) : null;
}

async function recordSent(tx: Transaction, ctx: MemberContext, message: NewMessage, sent: number) {
  const { id, action } = subjectOf(message);
  const { subject, formKey } = message;
  await audit(tx, ctx, action, id, { subject, sent, formKey });
}
