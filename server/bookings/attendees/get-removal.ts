import { leftOf, listPaid } from "../../payments/paid-payments";
import { findSession } from "../../schedule/find-session";
import type { Context } from "../../core/context";
import { returnedFacts } from "../returned-facts";
import { attendeeOf, referenceOf } from "../../mail/mail-facts";
import { shownEmail } from "../../core/email-address";
import { requireAttendee } from "./lock-attendee";

/** What removing an attendee would do. Throws not_found. */
export async function getRemoval({ db }: Context, { bookingId }: { bookingId: string }) {
  const booking = await requireAttendee(db, bookingId);
  const session = await findSession(db, booking.sessionId);
  const paid = await listPaid(db, { bookingId });
  return {
    sessionId: session.id,
    title: session.title,
    ...attendeeOf(booking),
    email: shownEmail(booking.attendeeEmail),
    reference: referenceOf(booking),
    isPending: booking.status === "pending",
    isCancelled: booking.status === "cancelled",
    /** What can be given back, by the way it would go. */
    refund: returnedFacts(paid.map((part) => ({ ...part.payment, amountMinor: leftOf(part) }))),
  };
}
