import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, type LiveSession, liveSessions, purchases, sessionBookings } from "@db/schema";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import { lockBookings } from "../../selling/bookings/lock";
import { bookingMoneyFacts } from "../../selling/bookings/mails/mail-cancelled";
import { cancelPlace } from "../../selling/bookings/transitions";
import { DomainError } from "../../core/errors";
import { referenceOf } from "../../core/reference";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { siteFacts } from "../../platform/mail/templates";
import { enqueueMail } from "../../platform/mail/outbox";
import { markAnnounced, type OwedRefund } from "../../payments/refunds";
import { lockPassesOf } from "../../catalogue/passes/lock";
import { lockPurchases } from "../../selling/purchases/lock";
import { refundRest, returnAllCredits } from "../../selling/bookings/cancel/release";
import { lockSession } from "../../catalogue/schedule/find-session";
import { calendarAttachment, endOf } from "../../catalogue/schedule/session-event";
import { sessionFacts } from "../../catalogue/schedule/session-facts";
import type { Entry } from "../../selling/waitlist/entries";
import { closeWaitlist } from "../../selling/waitlist/offers";

/** Cancels a session, refunds and mails everyone. Safe to repeat. Throws not_found, closed (over), busy. */
export async function cancelSession(
  services: Services,
  sessionId: string,
  { note = null, actorId = null }: { note?: string | null; actorId?: string | null } = {},
): Promise<void> {
  await inTransaction(
    services,
    async (tx) => {
      const session = await lockSession(tx, sessionId);
      if (session.cancelledAt) return;
      if (endOf(session) <= services.clock.now()) throw new DomainError("closed", "This session is over.");
      await cancelLocked(tx, services, session, note);
      const user = actorId === null ? null : { id: actorId };
      await audit(tx, { ...services, user }, "session.cancelled", sessionId, undefined, note ?? undefined);
    },
    "Failed to cancel. Please try again.",
  );
}

async function cancelLocked(tx: Transaction, services: Services, { id }: LiveSession, note: string | null) {
  const session = one(
    await tx
      .update(liveSessions)
      .set({
        cancelledAt: services.clock.now(),
        calendarSequence: sql`${liveSessions.calendarSequence} + 1`,
        version: sql`${liveSessions.version} + 1`,
      })
      .where(eq(liveSessions.id, id))
      .returning(),
    "session",
  );
  const bookings = await lockLiveBookings(tx, id);
  const courses = bookings.flatMap(({ coursePurchaseId }) => coursePurchaseId ?? []);
  await lockPurchases(tx, inArray(purchases.id, courses));
  // All at once and in their order, as two sessions may be cancelled together.
  await lockPassesOf(tx, bookings);
  for (const booking of bookings) {
    if (booking.status === "pending") await closeHold(tx, services, { booking, session: session, note });
    else await cancelBooked(tx, services, { booking, session: session, note });
  }
  for (const entry of await closeWaitlist(tx, services, session)) {
    await mailCancelledToWaiting(tx, services, { entry, session: session, note });
  }
}

const lockLiveBookings = (tx: Transaction, sessionId: string): Promise<Booking[]> =>
  lockBookings(tx, and(eq(sessionBookings.sessionId, sessionId), ne(sessionBookings.status, "cancelled")));

type Ending = { booking: Booking; session: LiveSession; note: string | null };

/** The hold ends once Stripe has said whether it was paid. */
async function closeHold(tx: Transaction, services: Services, ending: Ending): Promise<void> {
  const { id, coursePurchaseId } = ending.booking;
  const cause = { kind: "booking", id } as const;
  // A course that is being paid for keeps its other dates; the share of this one goes back as it is paid.
  if (coursePurchaseId !== null) return;
  await enqueueJob(tx, "release-unpaid", cause);
  await mailCancelledToPaying(tx, services, ending);
}

async function cancelBooked(tx: Transaction, services: Services, ending: Ending): Promise<void> {
  const booking = await cancelPlace(tx, ending.booking, services.clock.now());
  const owed = await refundRest(tx, services, booking, "cancelled");
  const credits = await returnAllCredits(tx, services, booking);
  await mailCancelledToBooked(tx, services, { ...ending, booking, owed, credits });
}

type CancelledMoney = { booking: Booking; owed: OwedRefund[]; credits: string | null };
type CancelledSession = { session: LiveSession; note: string | null };

async function mailCancelledToBooked(
  tx: Transaction,
  services: Services,
  { booking, session, note, owed, credits }: CancelledSession & CancelledMoney,
): Promise<void> {
  await enqueueMail(tx, {
    ...mailTo(services, { id: booking.id, email: booking.attendeeEmail, session }),
    attachments: [await calendarAttachment(tx, services, { booking, session })],
    props: {
      ...factsFor(services, session, { firstName: booking.attendeeFirstName, timeZone: booking.timeZone }),
      note,
      returned: await bookingMoneyFacts(tx, booking, { owed, credits }),
      isPaymentOpen: false,
      quantity: booking.quantity,
      reference: referenceOf(booking),
    },
  });
  await markAnnounced(tx, owed);
}

async function mailCancelledToPaying(
  tx: Transaction,
  services: Services,
  { booking, session, note }: CancelledSession & { booking: Booking },
): Promise<void> {
  await enqueueMail(tx, {
    ...mailTo(services, { id: booking.id, email: booking.attendeeEmail, session }),
    props: {
      ...factsFor(services, session, { firstName: booking.attendeeFirstName, timeZone: booking.timeZone }),
      note,
      returned: null,
      isPaymentOpen: true,
      reference: referenceOf(booking),
    },
  });
}

async function mailCancelledToWaiting(
  tx: Transaction,
  services: Services,
  { entry, session, note }: CancelledSession & { entry: Entry },
): Promise<void> {
  await enqueueMail(tx, {
    ...mailTo(services, { id: entry.id, email: entry.email, session }),
    props: { ...factsFor(services, session, entry), note, returned: null, isPaymentOpen: false, reference: null },
  });
}

type Recipient = { id: string; email: string; session: LiveSession };

/** A revived session may be cancelled again, and is mailed about again. */
const mailTo = ({ settings }: Services, { id, email, session }: Recipient) => ({
  template: "session-cancelled" as const,
  to: email,
  dedupeKey: `session-cancelled:${id}:${session.cancelledAt?.toISOString()}`,
  replyTo: settings.adminEmail,
});

const factsFor = (
  { settings }: Services,
  session: LiveSession,
  { firstName, timeZone }: { firstName: string; timeZone: string },
) => ({ site: siteFacts(settings), firstName, session: sessionFacts(session, settings, timeZone) });
