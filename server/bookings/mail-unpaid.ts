import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import { enqueueMail } from "../mail/enqueue-mail";
import { formatAmount } from "../money/money";
import type { Services } from "../core/services";
import { attendeeOf, referenceOf, siteFacts } from "../mail/mail-facts";
import { adminSessionUrl, sessionFacts } from "../schedule/session-facts";

type Unpaid = { booking: Booking; session: LiveSession; paymentId: string };

/** Tells the customer and the instructor that a finished payment was not confirmed, once for each payment. */
export async function mailUnpaid(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  { booking, session, paymentId }: Unpaid,
): Promise<void> {
  const shared = {
    site: siteFacts(settings),
    amount: formatAmount({ amountMinor: booking.totalMinor, currency: booking.currency }),
    reference: referenceOf(booking),
  };
  await enqueueMail(tx, {
    template: "payment-not-received",
    to: booking.attendeeEmail,
    dedupeKey: `payment-not-received:${paymentId}`,
    replyTo: settings.adminEmail,
    props: {
      ...shared,
      firstName: booking.attendeeFirstName,
      session: sessionFacts(session, settings, booking.timeZone),
      item: session.title,
      againUrl: `${settings.siteUrl}/sessions/${session.id}`,
    },
  });
  await enqueueMail(tx, {
    template: "admin-payment-not-received",
    to: settings.adminEmail,
    dedupeKey: `admin-payment-not-received:${paymentId}`,
    replyTo: booking.attendeeEmail,
    props: {
      ...shared,
      attendee: attendeeOf(booking),
      session: sessionFacts(session, settings, settings.siteTimeZone),
      sessionUrl: adminSessionUrl(settings, session),
    },
  });
}
