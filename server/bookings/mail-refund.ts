import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import { ledgerPath } from "../core/paths";
import type { Services } from "../core/services";
import { enqueueMail } from "../mail/enqueue-mail";
import { attendeeOf, referenceOf, siteFacts } from "../mail/mail-facts";
import { formatAmount } from "../money/money";
import type { Refund } from "../payments/paid-payments";
import { calendarAttachment } from "../schedule/session-event";
import { sessionFacts } from "../schedule/session-facts";

type Refunded = { booking: Booking; session: LiveSession; refund: Refund };

/** Tells the attendee that Stripe has sent money back, once for each refund. */
export async function mailRefunded(
  tx: Transaction,
  services: Services,
  { booking, session, refund, ...facts }: Refunded & { isInFull: boolean; isRest: boolean; isPlaceGone: boolean },
): Promise<void> {
  const { settings } = services;
  await enqueueMail(tx, {
    template: "booking-refunded",
    to: booking.attendeeEmail,
    dedupeKey: `booking-refunded:${refund.id}`,
    replyTo: settings.adminEmail,
    ...(facts.isPlaceGone && { attachments: [await calendarAttachment(tx, services, { booking, session })] }),
    props: {
      ...facts,
      site: siteFacts(settings),
      firstName: booking.attendeeFirstName,
      session: sessionFacts(session, settings, booking.timeZone),
      refunded: formatAmount(refund),
      reference: referenceOf(booking),
    },
  });
}

/** Tells the instructor that Stripe could not send money back, once for each refund. */
export async function mailRefundFailed(
  tx: Transaction,
  { settings }: Services,
  { booking, session, refund }: Refunded,
): Promise<void> {
  await enqueueMail(tx, {
    template: "admin-refund-failed",
    to: settings.adminEmail,
    dedupeKey: `admin-refund-failed:${refund.id}`,
    replyTo: booking.attendeeEmail,
    props: {
      site: siteFacts(settings),
      attendee: attendeeOf(booking),
      session: sessionFacts(session, settings, settings.siteTimeZone),
      amount: formatAmount(refund),
      reference: referenceOf(booking),
      paymentsUrl: `${settings.siteUrl}${ledgerPath}`,
    },
  });
}
