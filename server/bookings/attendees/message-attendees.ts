import { randomUUID } from "node:crypto";
import { inTransaction } from "../../core/transaction";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { auditEntries, sessionBookings } from "@db/schema";
import { audit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { enqueueMail } from "../../mail/outbox";
import { attendeeFacts, listBooked } from "../mail-booking";
import type { Context, MemberContext } from "../../core/context";
import { findSession, lockSession } from "../../schedule/find-session";
import { displayStart } from "../../core/dates";
import type { NewMessage } from "./schemas";

export async function getMessageForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await findSession(ctx.db, sessionId);
  const { date } = displayStart(session, ctx);
  const hasPlace = inArray(sessionBookings.status, ["confirmed", "completed"]);
  const recipients = await ctx.db.$count(sessionBookings, and(eq(sessionBookings.sessionId, sessionId), hasPlace));
  return { title: session.title, date, recipients, formKey: randomUUID() };
}

const action = "session.messaged";

export async function messageAttendees(ctx: MemberContext, message: NewMessage): Promise<{ sent: number }> {
  return inTransaction(ctx, async (tx) => {
    const session = await lockSession(tx, message.sessionId);
    const sentBefore = await findSent(tx, message);
    if (sentBefore !== null) return { sent: sentBefore };
    const booked = await listBooked(tx, session.id);
    if (booked.length === 0) throw new DomainError("closed", "No one is booked, so there is no one to email.");
    for (const booking of booked) {
      await enqueueMail(tx, {
        template: "attendee-message",
        to: booking.attendeeEmail,
        dedupeKey: `attendee-message:${message.formKey}:${booking.id}`,
        replyTo: ctx.settings.adminEmail,
        isAnnouncement: message.kind === "announcement",
        props: {
          ...attendeeFacts(ctx.settings, booking, session),
          subject: message.subject,
          paragraphs: paragraphsOf(message.text),
        },
      });
    }
    await recordSent(tx, ctx, message, booked.length);
    return { sent: booked.length };
  });
}

const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

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
