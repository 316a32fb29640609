import { randomUUID } from "node:crypto";
import { inTransaction } from "../../../core/transaction";
import { and, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { auditEntries, type Booking, type LiveSession } from "@db/schema";
import { audit } from "../../../core/record-audit";
import { DomainError } from "../../../core/errors";
import { enqueueMails, previewMail } from "../../../platform/mail/outbox";
import { findReceivers } from "../../../platform/mail/consents";
import { isReachable, normalEmail } from "../../../core/email-address";
import { attendeeFacts, listBooked } from "../mail-booking";
import type { Context, MemberContext } from "../../../core/context";
import { findSession, lockSession } from "../../schedule/find-session";
import { displayStart } from "../../../core/dates";
import { paragraphsOf } from "../../../core/input-schemas";
import type { NewMessage } from "./schemas";

export async function getMessageForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await findSession(ctx.db, sessionId);
  const { date } = displayStart(session, ctx);
  const { recipients } = await findRecipients(ctx.db, { sessionId, kind: "service" });
  return { title: session.title, date, recipients: recipients.length, formKey: randomUUID() };
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
  const session = await findSession(ctx.db, message.sessionId);
  const found = await findRecipients(ctx.db, message);
  const [first] = requireRecipients(found);
  const { subject, html } = await previewMail(ctx, {
    template: "attendee-message",
    props: messageProps(ctx, { message, booking: first, session }),
    isAnnouncement: message.kind === "announcement",
  });
  return { subject, html, recipients: found.recipients.length, withheld: found.withheld };
}

type FoundRecipients = { recipients: Booking[]; withheld: number };

/** Returns who gets a message: an announcement goes only to those who have agreed to them. */
async function findRecipients(
  db: Queryable,
  { sessionId, kind }: Pick<NewMessage, "sessionId" | "kind">,
): Promise<FoundRecipients> {
  const booked = (await listBooked(db, sessionId)).filter(({ attendeeEmail }) => isReachable(attendeeEmail));
  if (kind === "service") return { recipients: booked, withheld: 0 };
  const receivers = await findReceivers(
    db,
    booked.map(({ attendeeEmail }) => attendeeEmail),
  );
  const recipients = booked.filter(({ attendeeEmail }) => receivers.has(normalEmail(attendeeEmail)));
  return { recipients, withheld: booked.length - recipients.length };
}

function requireRecipients({ recipients: [first, ...others], withheld }: FoundRecipients): [Booking, ...Booking[]] {
  if (first) return [first, ...others];
  if (withheld === 0) throw new DomainError("closed", "No one is booked, so there is no one to email.");
  throw new DomainError("closed", "No one booked has agreed to announcements, so there is no one to email.");
}

type AddressedMessage = { message: NewMessage; booking: Booking; session: LiveSession };

const messageProps = ({ settings }: MemberContext, { message, booking, session }: AddressedMessage) => ({
  ...attendeeFacts(settings, booking, session),
  subject: message.subject,
  paragraphs: paragraphsOf(message.text),
});

const action = "session.messaged";
const mailsPerStatement = 500;

export async function messageAttendees(ctx: MemberContext, message: NewMessage): Promise<{ sent: number }> {
  return inTransaction(ctx, async (tx) => {
    const session = await lockSession(tx, message.sessionId);
    const sentBefore = await findSent(tx, message);
    if (sentBefore !== null) return { sent: sentBefore };
    const recipients = requireRecipients(await findRecipients(tx, message));
    for (let from = 0; from < recipients.length; from += mailsPerStatement) {
      const some = recipients.slice(from, from + mailsPerStatement);
      await enqueueMails(
        tx,
        some.map((booking) => ({
          template: "attendee-message",
          to: booking.attendeeEmail,
          dedupeKey: `attendee-message:${message.formKey}:${booking.id}`,
          replyTo: ctx.settings.adminEmail,
          isAnnouncement: message.kind === "announcement",
          props: messageProps(ctx, { message, booking, session }),
        })),
      );
    }
    await recordSent(tx, ctx, message, recipients.length);
    return { sent: recipients.length };
  });
}

async function findSent(db: Queryable, { sessionId, formKey }: NewMessage): Promise<number | null> {
  const [entry] = await db
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subjectType, "session"),
        eq(auditEntries.subjectId, sessionId),
        eq(auditEntries.action, action),
        sql`${auditEntries.details}->>'formKey' = ${formKey}`,
      ),
    );
  return entry ? Number(entry.details?.sent) : null;
}

async function recordSent(
  tx: Transaction,
  ctx: MemberContext,
  { sessionId, formKey, subject }: NewMessage,
  sent: number,
) {
  await audit(tx, ctx, action, sessionId, { subject, sent, formKey });
}
