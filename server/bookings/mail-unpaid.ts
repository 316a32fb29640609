import type { Transaction } from "@db/client";
import { enqueueMail } from "../mail/enqueue-mail";
import { formatAmount } from "../money/money";
import type { Services } from "../core/services";
import type { LiveSession } from "../schedule/lock-session";
import { adminSessionUrl, attendeeOf, referenceOf, sessionFacts, siteFacts } from "./mail-facts";
import type { Booking } from "./transitions";

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
