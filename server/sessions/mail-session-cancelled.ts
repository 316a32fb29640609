import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import { owedRefundFacts } from "../bookings/mail-cancelled";
import { calendarAttachment } from "../schedule/session-event";
import { enqueueMail } from "../mail/outbox";
import type { OwedRefund } from "../payments/refunds";
import type { Services } from "../core/services";
import type { Entry } from "../waitlist/entries";
import { referenceOf, siteFacts } from "../mail/mail-facts";
import { sessionFacts } from "../schedule/session-facts";

type Cancelled = { session: LiveSession; note: string | null };

export async function mailCancelledToBooked(
  tx: Transaction,
  services: Services,
  { booking, session, note, owed }: Cancelled & { booking: Booking; owed: OwedRefund[] },
): Promise<void> {
  await enqueueMail(tx, {
    ...mailTo(services, { id: booking.id, email: booking.attendeeEmail, session }),
    attachments: [await calendarAttachment(tx, services, { booking, session })],
    props: {
      ...factsFor(services, session, { firstName: booking.attendeeFirstName, timeZone: booking.timeZone }),
      note,
      returned: owedRefundFacts(owed),
      isPaymentOpen: false,
      reference: referenceOf(booking),
    },
  });
}

export async function mailCancelledToPaying(
  tx: Transaction,
  services: Services,
  { booking, session, note }: Cancelled & { booking: Booking },
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

export async function mailCancelledToWaiting(
  tx: Transaction,
  services: Services,
  { entry, session, note }: Cancelled & { entry: Entry },
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
