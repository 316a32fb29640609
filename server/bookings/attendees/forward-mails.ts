import { and, eq, inArray, notLike, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { type Booking, type LiveSession, outboxEmails, payments, refunds } from "@db/schema";
import type { MemberContext } from "../../core/context";
import { normalEmail } from "../../core/email-address";
import { mailStatus } from "../../mail/mail-status";
import { forwardedKey, isAbout, sendCopy } from "../../mail/send-copy";
import { endOf } from "../../schedule/session-event";
import { mailConfirmation } from "../mail-booking";

type Mail = typeof outboxEmails.$inferSelect;

export async function lockMails(tx: Transaction, booking: Booking): Promise<Mail[]> {
  const isToIt = eq(sql`lower(${outboxEmails.recipient})`, normalEmail(booking.attendeeEmail));
  // The admin may have booked with the admin address: mails to the admin stay there.
  const isToAttendee = notLike(outboxEmails.template, "admin-%");
  return tx
    .select()
    .from(outboxEmails)
    .where(and(isToIt, isToAttendee, isAbout(await idsOf(tx, booking))))
    .orderBy(outboxEmails.createdAt, outboxEmails.id)
    .for("update");
}

async function idsOf(db: Queryable, { id: bookingId }: Booking): Promise<string[]> {
  const paid = await db.select({ id: payments.id }).from(payments).where(eq(payments.bookingId, bookingId));
  const paymentIds = paid.map(({ id }) => id);
  const back = await db.select({ id: refunds.id }).from(refunds).where(inArray(refunds.paymentId, paymentIds));
  return [bookingId, ...paymentIds, ...back.map(({ id }) => id)];
}

export const mayBeRead = (mail: Mail): boolean =>
  mail.unansweredAt !== null || ["sent", "delivered", "complained", "unconfirmed"].includes(mailStatus(mail));

type Forwarding = { before: Booking; booking: Booking; session: LiveSession; mails: Mail[] };

/** Resends to a corrected address what is not known to have arrived, and redirects mails not tried yet. */
export async function forwardMails(
  tx: Transaction,
  ctx: MemberContext,
  { before, booking, session, mails }: Forwarding,
): Promise<number> {
  const now = ctx.clock.now();
  const to = booking.attendeeEmail;
  const rewrite = ({ props }: Mail) => withKeyOf(booking, before, props);
  const untried = mails.filter((mail) => isQueued(mail) && mail.attempts === 0);
  for (const mail of untried) {
    const redirected = { recipient: to, props: rewrite(mail) };
    await tx.update(outboxEmails).set(redirected).where(eq(outboxEmails.id, mail.id));
  }
  const tried = mails.filter((mail) => !untried.includes(mail));
  const outdated = isAhead(booking, session, now) ? tried.filter(isConfirmation) : [];
  const newest = outdated.at(-1);
  const isConfirmed = newest !== undefined && !untried.some(isConfirmation);
  if (isConfirmed) {
    await mailConfirmation(tx, ctx, { booking, session, dedupeKey: forwardedKey(newest, to) });
  }
  const missing = tried.filter((mail) => !outdated.includes(mail) && isMissing(mail));
  for (const mail of missing) {
    const props = booking.manageKey === before.manageKey ? undefined : rewrite(mail);
    await sendCopy(tx, mail, { to, dedupeKey: forwardedKey(mail, to), now, props });
  }
  await update(tx, outdated, { dismissedAt: now });
  await update(tx, tried.filter(isQueued), { dismissedAt: now, stopped: "unconfirmed" });
  return untried.length + Number(isConfirmed) + missing.length;
}

const isConfirmation = ({ template }: Mail) => template === "booking-confirmation";

const isQueued = (mail: Mail) => mail.sentAt === null && mail.stopped === null;

const isMissing = (mail: Mail) => isQueued(mail) || (mail.dismissedAt === null && isKnownLost(mail));

const isKnownLost = (mail: Mail) =>
  ["undeliverable", "bounced", "complained", "unconfirmed"].includes(mailStatus(mail));

const isAhead = ({ status }: Booking, session: LiveSession, now: Date) =>
  (status === "confirmed" || status === "completed") && session.cancelledAt === null && endOf(session) > now;

const withKeyOf = (booking: Booking, before: Booking, props: unknown): unknown =>
  JSON.parse(JSON.stringify(props).replaceAll(before.manageKey, booking.manageKey));

async function update(tx: Transaction, mails: Mail[], values: Partial<Mail>): Promise<void> {
  const ids = mails.map(({ id }) => id);
  await tx.update(outboxEmails).set(values).where(inArray(outboxEmails.id, ids));
}
