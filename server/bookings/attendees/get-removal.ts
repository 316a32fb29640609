import { shownEmail } from "../../core/deleted-address";
import { leftOf, listPaid } from "../../payments/paid-payments";
import { findSession } from "../../schedule/admin/find-session";
import type { Context } from "../../trpc/context";
import { attendeeOf, referenceOf } from "../mail-facts";
import { returnedFacts } from "../returned-facts";
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
