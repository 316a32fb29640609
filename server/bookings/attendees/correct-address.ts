import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, type LiveSession, outboxEmails, payments, refunds, sessionBookings } from "@db/schema";
import { and, eq, inArray, notLike, sql } from "drizzle-orm";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { isDeletedAddress, normalEmail, shownEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { attendeeOf, referenceOf } from "../../mail/templates";
import { findMailProblems, mailStatus } from "../../mail/mail-status";
import { forwardedKey, isAbout, sendCopy } from "../../mail/outbox";
import { countAttempt } from "../../rate-limits/rate-limits";
import { findSession } from "../../schedule/find-session";
import { endOf } from "../../schedule/session-event";
import { lockAttendee, requireAttendee } from "../lock";
import { mailConfirmation } from "../mail-booking";
import type { CorrectedAddress } from "./schemas";

export async function getAddressForm({ db }: MemberContext, { bookingId }: { bookingId: string }) {
  const booking = await requireAttendee(db, bookingId);
  const session = await findSession(db, booking.sessionId);
  const address = normalEmail(booking.attendeeEmail);
  return {
    sessionId: session.id,
    title: session.title,
    ...attendeeOf(booking),
    email: shownEmail(booking.attendeeEmail),
    reference: referenceOf(booking),
    problem: (await findMailProblems(db, [address])).get(address)?.text ?? null,
  };
}

/** Corrects an address and resends what the old one lacks. Throws not_found, rate_limited, closed (deleted account). */
export async function correctAddress(
  ctx: MemberContext,
  { bookingId, email }: CorrectedAddress,
): Promise<{ sent: number }> {
  await countAttempt(ctx, "resent to address", normalEmail(email));
  return inTransaction(ctx, async (tx) => {
    const { session, booking: before } = await lockAttendee(tx, bookingId);
    if (isDeletedAddress(before.attendeeEmail)) throw new DomainError("closed", "This account was deleted.");
    if (before.attendeeEmail === email) return { sent: 0 };
    // Addresses that differ only in case are one mailbox, so no mail was lost.
    const isSame = normalEmail(before.attendeeEmail) === normalEmail(email);
    const mails = isSame ? [] : await lockMails(tx, before);
    const booking = await changeAddress(tx, before, { email, isKeyNew: mails.some(mayBeRead) });
    await audit(tx, ctx, "booking.address_corrected", bookingId);
    return { sent: await forwardMails(tx, ctx, { before, booking, session, mails }) };
  });
}

type Correction = { email: string; isKeyNew: boolean };

async function changeAddress(tx: Transaction, { id }: Booking, { email, isKeyNew }: Correction): Promise<Booking> {
  return one(
    await tx
      .update(sessionBookings)
      .set({ attendeeEmail: email, ...(isKeyNew && { manageKey: sql`default` }) })
      .where(eq(sessionBookings.id, id))
      .returning(),
    "booking",
  );
}

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
