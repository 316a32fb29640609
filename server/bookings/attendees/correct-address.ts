import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, sessionBookings } from "@db/schema";
import { one } from "@db/one";
import { inTransaction } from "../../core/transaction";
import { spendAttempt } from "../../rate-limits/rate-limits";
import { audit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { findMailProblems } from "../../mail/mail-status";
import { findSession } from "../../schedule/find-session";
import type { MemberContext } from "../../core/context";
import { attendeeOf, referenceOf } from "../../mail/mail-facts";
import { isDeletedAddress, normalEmail, shownEmail } from "../../core/email-address";
import { forwardMails, lockMails, mayBeRead } from "./forward-mails";
import { lockAttendee, requireAttendee } from "../lock";
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
 * Corrects the address of a booking, and sends to the new one what the old one lacks. A link that someone else may have
 * read opens the booking no more. Returns how many mails that are; none the second time. Throws not_found,
 * rate_limited, closed for a deleted account's booking.
 */
export async function correctAddress(
  ctx: MemberContext,
  { bookingId, email }: CorrectedAddress,
): Promise<{ sent: number }> {
  await spendAttempt(ctx, "resent to address", normalEmail(email));
  return inTransaction(ctx, async (tx) => {
    const { session, booking: before } = await lockAttendee(tx, bookingId);
    if (isDeletedAddress(before.attendeeEmail)) throw new DomainError("closed", "This account was deleted.");
    if (before.attendeeEmail === email) return { sent: 0 };
    // In capitals or not, it is one mailbox: nothing went astray.
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
