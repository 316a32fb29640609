import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import { calendarAttachment } from "../schedule/session-event";
import { enqueueMail } from "../mail/enqueue-mail";
import { formatAmount } from "../money/money";
import type { Services } from "../core/services";
import { firstNameOf } from "../recordings/purchases/mail-purchase";
import { attendeeOf, referenceOf, siteFacts } from "../mail/mail-facts";
import { sessionFacts } from "../schedule/session-facts";
import { ledgerPath } from "../core/paths";
import type { PaymentWithCause } from "./lock-payment";
import type { Refund } from "./paid-payments";
import { paymentFacts } from "./payment-facts";

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

/** Tells the customer that the bank did not accept a refund, once for each refund. */
export async function mailRefundReturned(
  tx: Transaction,
  { settings }: Services,
  locked: PaymentWithCause & { refund: Refund },
): Promise<void> {
  const { customer, item, session, reference } = paymentFacts(locked, settings);
  await enqueueMail(tx, {
    template: "refund-returned",
    to: customer.email,
    dedupeKey: `refund-returned:${locked.refund.id}`,
    replyTo: settings.adminEmail,
    props: {
      ...{ item, session, reference },
      site: siteFacts(settings),
      firstName: "booking" in locked ? locked.booking.attendeeFirstName : firstNameOf(locked.purchase),
      amount: formatAmount(locked.refund),
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
