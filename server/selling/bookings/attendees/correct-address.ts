import { lockMails } from "../../../platform/mail/lock";
import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, type LiveSession, outboxEmails, payments, refunds, sessionBookings } from "@db/schema";
import { and, eq, inArray, ne, notLike, sql } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { MemberContext } from "../../../core/context";
import { isDeletedAddress, normalEmail, shownEmail } from "../../../core/email-address";
import { DomainError } from "../../../core/errors";
import { inTransaction } from "../../../core/transaction";
import { attendeeOf } from "../../../platform/mail/templates";
import { findMailProblems, mailStatus } from "../../../platform/mail/mail-status";
import { forwardedKey, isAbout, sendCopy } from "../../../platform/mail/outbox";
import { countAttempt } from "../../../core/rate-limits";
import { referenceOf } from "../../../core/reference";
import { findSession } from "../../../catalogue/schedule/find-session";
import { joinKeyOf } from "../../../catalogue/schedule/join-links";
import { calendarAttachment } from "../../../catalogue/schedule/session-event";
import { lockListedBooking, requireListedBooking } from "../lock";
import { isConfirmed, mailConfirmation } from "../mails/mail-booking";
import type { CorrectedAddress } from "./schemas";

export async function getAddressForm({ db }: MemberContext, { bookingId }: { bookingId: string }) {
  const booking = await requireListedBooking(db, bookingId);
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
    const { session, booking: before } = await lockListedBooking(tx, bookingId);
    if (isDeletedAddress(before.attendeeEmail)) throw new DomainError("closed", "This account was deleted.");
    if (before.attendeeEmail === email) return { sent: 0 };
    // Addresses that differ only in case are one mailbox, so no mail was lost.
    const isSame = normalEmail(before.attendeeEmail) === normalEmail(email);
    const mails = isSame ? [] : await lockMailsTo(tx, before);
    const booking = await changeAddress(tx, before, { email, isKeyNew: mails.some(mayHaveBeenSeen) });
    await audit(tx, ctx, "booking.address_corrected", bookingId);
    return { sent: await forwardMails(tx, ctx, { before, booking, session, mails }) };
  });
}

type Correction = { email: string; isKeyNew: boolean };

async function changeAddress(tx: Transaction, before: Booking, { email, isKeyNew }: Correction): Promise<Booking> {
  const changed = one(
    await tx
      .update(sessionBookings)
      .set({ attendeeEmail: email, ...(isKeyNew && { manageKey: sql`default` }) })
      .where(eq(sessionBookings.id, before.id))
      .returning(),
    "booking",
  );
  return { ...before, ...changed };
}

type Mail = typeof outboxEmails.$inferSelect;

async function lockMailsTo(tx: Transaction, booking: Booking): Promise<Mail[]> {
  const isToOldAddress = eq(sql`lower(${outboxEmails.recipient})`, normalEmail(booking.attendeeEmail));
  // The admin may have booked with the admin address: mails to the admin stay there.
  const isToAttendee = notLike(outboxEmails.template, "admin-%");
  // The others on such a list belong to the wrong address.
  const isOfOneBooking = ne(outboxEmails.template, "booking-links");
  return lockMails(tx, and(isToOldAddress, isToAttendee, isOfOneBooking, isAbout(await idsOf(tx, booking))));
}

async function idsOf(db: Queryable, { id: bookingId }: Booking): Promise<string[]> {
  const paid = await db.select({ id: payments.id }).from(payments).where(eq(payments.bookingId, bookingId));
  const paymentIds = paid.map(({ id }) => id);
  const back = await db.select({ id: refunds.id }).from(refunds).where(inArray(refunds.paymentId, paymentIds));
  return [bookingId, ...paymentIds, ...back.map(({ id }) => id)];
}

const mayHaveBeenSeen = (mail: Mail): boolean =>
  mail.unansweredAt !== null || ["sent", "delivered", "complained", "unconfirmed"].includes(mailStatus(mail));

type ForwardedMails = { before: Booking; booking: Booking; session: LiveSession; mails: Mail[] };

/** Resends to a corrected address what may not have arrived, and redirects mails not tried yet. */
async function forwardMails(tx: Transaction, ctx: MemberContext, forwarding: ForwardedMails): Promise<number> {
  const { booking, session, mails } = forwarding;
  const now = ctx.clock.now();
  const untried = mails.filter((mail) => isQueued(mail) && mail.attempts === 0);
  await redirectUntried(tx, ctx, forwarding, untried);
  const tried = mails.filter((mail) => !untried.includes(mail));
  const outdated = isConfirmed({ booking, session }, now) ? tried.filter(isConfirmation) : [];
  const newest = outdated.at(-1);
  const isConfirmationResent = newest !== undefined && !untried.some(isConfirmation);
  if (isConfirmationResent) {
    const dedupeKey = forwardedKey(newest, booking.attendeeEmail);
    await mailConfirmation(tx, ctx, { booking, session, dedupeKey });
  }
  const unarrived = tried.filter((mail) => !outdated.includes(mail) && mayNotHaveArrived(mail));
  await resendUnarrived(tx, ctx, forwarding, unarrived);
  await update(tx, outdated, { dismissedAt: now });
  await update(tx, tried.filter(isQueued), { dismissedAt: now, stopped: "unconfirmed" });
  return untried.length + Number(isConfirmationResent) + unarrived.length;
}

async function redirectUntried(tx: Transaction, ctx: MemberContext, forwarding: ForwardedMails, mails: Mail[]) {
  const recipient = forwarding.booking.attendeeEmail;
  for (const mail of mails) {
    const redirected = { recipient, ...(await withNewKeys(tx, ctx, forwarding, mail)) };
    await tx.update(outboxEmails).set(redirected).where(eq(outboxEmails.id, mail.id));
  }
}

async function resendUnarrived(tx: Transaction, ctx: MemberContext, forwarding: ForwardedMails, mails: Mail[]) {
  const to = forwarding.booking.attendeeEmail;
  const now = ctx.clock.now();
  for (const mail of mails) {
    const changed = await withNewKeys(tx, ctx, forwarding, mail);
    await sendCopy(tx, mail, { to, dedupeKey: forwardedKey(mail, to), now, ...changed });
  }
}

/** Returns what changes in a mail whose links have lost their keys; calendar files are written anew, as they fold lines. */
async function withNewKeys(
  tx: Transaction,
  ctx: MemberContext,
  { before, booking, session }: ForwardedMails,
  { props, attachments }: Mail,
): Promise<Pick<Partial<Mail>, "props" | "attachments">> {
  if (booking.manageKey === before.manageKey) return {};
  const file = attachments && (await calendarAttachment(tx, ctx, { booking, session }));
  return {
    props: replaceKeys(props, [
      [before.manageKey, booking.manageKey],
      [joinKeyOf(before), joinKeyOf(booking)],
    ]),
    ...(file && {
      attachments: attachments.map((attachment) => (attachment.filename === file.filename ? file : attachment)),
    }),
  };
}

const isConfirmation = ({ template }: Mail) => template === "booking-confirmation";

const isQueued = (mail: Mail) => mail.sentAt === null && mail.stopped === null;

const mayNotHaveArrived = (mail: Mail) => isQueued(mail) || (mail.dismissedAt === null && isKnownLost(mail));

const isKnownLost = (mail: Mail) =>
  ["undeliverable", "bounced", "complained", "unconfirmed"].includes(mailStatus(mail));

const replaceKeys = (props: unknown, keys: [from: string, to: string][]): unknown =>
  JSON.parse(keys.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(props)));

async function update(tx: Transaction, mails: Mail[], values: Partial<Mail>): Promise<void> {
  const ids = mails.map(({ id }) => id);
  await tx.update(outboxEmails).set(values).where(inArray(outboxEmails.id, ids));
}
