import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, sessionBookings } from "@db/schema";
import { one } from "@db/one";
import { inTransaction } from "../../core/transaction";
import { countAttempt } from "../../rate-limits/rate-limits";
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
