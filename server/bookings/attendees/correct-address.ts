import { inTransaction } from "../../core/transaction";
import { and, eq, isNull, sql } from "drizzle-orm";
import { outboxEmails, sessionBookings } from "@db/schema";
import { spendAttempt } from "../../rate-limits/rate-limits";
import { recordAudit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { findMailProblems } from "../../mail/find-mail-problems";
import { isUnarrived } from "../../mail/mail-status";
import { sendCopy } from "../../mail/send-copy";
import { findSession } from "../../schedule/find-session";
import type { MemberContext } from "../../core/context";
import { attendeeOf, referenceOf } from "../../mail/mail-facts";
import { isDeletedAddress, normalEmail, shownEmail } from "../../core/email-address";
import { lockAttendee, requireAttendee } from "./lock-attendee";
import type { CorrectedAddress } from "./schemas";

/** What the form for another address shows. Throws not_found. */
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

/**
 * Corrects the address of a booking, and sends to the new one what did not arrive at the old one about it. Returns how
 * many mails that are; none the second time. Throws not_found, rate_limited, closed for a deleted account's booking.
 */
export async function correctAddress(
  ctx: MemberContext,
  { bookingId, email }: CorrectedAddress,
): Promise<{ sent: number }> {
  await spendAttempt(ctx, "resent to address", normalEmail(email));
  return inTransaction(ctx, async (tx) => {
    const { booking } = await lockAttendee(tx, bookingId);
    const { attendeeEmail: before } = booking;
    if (isDeletedAddress(before)) throw new DomainError("closed", "This account was deleted.");
    if (before === email) return { sent: 0 };
    await tx.update(sessionBookings).set({ attendeeEmail: email }).where(eq(sessionBookings.id, bookingId));
    const subject = { subjectType: "booking", subjectId: bookingId } as const;
    await recordAudit(tx, { actorId: ctx.user.id, action: "booking.address_corrected", ...subject }, ctx.clock.now());
    const isAboutIt = sql`strpos(${outboxEmails.dedupeKey}, ${bookingId}) > 0`;
    const isToIt = eq(sql`lower(${outboxEmails.recipient})`, normalEmail(before));
    const mails = await tx
      .select()
      .from(outboxEmails)
      .where(and(isToIt, isAboutIt, isUnarrived(), isNull(outboxEmails.dismissedAt)))
      .orderBy(outboxEmails.createdAt)
      .for("update");
    for (const mail of mails) {
      await sendCopy(tx, mail, {
        to: email,
        dedupeKey: `resent:${mail.id}:${normalEmail(email)}`,
        now: ctx.clock.now(),
      });
    }
    return { sent: mails.length };
  });
}
