import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import type { LatePaymentReason } from "@emails/parts/props";
import { ledgerPath, sessionPath } from "../../../core/paths";
import type { Services } from "../../../core/services";
import { enqueueMail } from "../../../platform/mail/outbox";
import { attendeeOf, siteFacts } from "../../../platform/mail/templates";
import { formatAmount } from "../../../core/money";
import { referenceOf } from "../../../core/reference";
import type { Payment, Refund } from "../../../payments/paid-payments";
import { calendarAttachment } from "../../../catalogue/schedule/session-event";
import { sessionFacts } from "../../../catalogue/schedule/session-facts";
import { instructorFacts } from "./mail-booking";

type UnpaidBooking = {
  booking: Booking;
  session: LiveSession;
  paymentId: string;
  /** What came back onto a pass. */
  credits: string | null;
};

export async function mailUnpaid(
  tx: Transaction,
  { settings }: Pick<Services, "settings">,
  { booking, session, paymentId, credits }: UnpaidBooking,
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
      againUrl: settings.siteUrl + sessionPath(session),
      ...(credits && { credits }),
    },
  });
  await enqueueMail(tx, {
    template: "admin-payment-not-received",
    to: settings.adminEmail,
    dedupeKey: `admin-payment-not-received:${paymentId}`,
    replyTo: booking.attendeeEmail,
    props: {
      ...shared,
      ...instructorFacts(settings, { booking, session }),
    },
  });
}

type RefundedBooking = { booking: Booking; session: LiveSession; refund: Refund };

export async function mailRefunded(
  tx: Transaction,
  services: Services,
  {
    booking,
    session,
    refund,
    ...facts
  }: RefundedBooking & { isInFull: boolean; isRest: boolean; isPlaceGone: boolean },
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
      isByPass: booking.passId !== null,
    },
  });
}

export async function mailRefundFailed(
  tx: Transaction,
  { settings }: Services,
  { booking, session, refund }: RefundedBooking,
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

type LatePayment = { booking: Booking; session: LiveSession; payment: Payment; reason: LatePaymentReason };

export async function mailLateRefund(tx: Transaction, services: Services, late: LatePayment): Promise<void> {
  const { settings } = services;
  const { booking, session, payment, reason } = late;
  const shared = {
    site: siteFacts(settings),
    reason,
    refunded: formatAmount(payment),
    reference: referenceOf(booking),
  };
  await enqueueMail(tx, {
    template: "late-payment-refunded",
    to: booking.attendeeEmail,
    dedupeKey: `late-payment-refunded:${payment.id}`,
    replyTo: settings.adminEmail,
    props: {
      ...shared,
      firstName: booking.attendeeFirstName,
      session: sessionFacts(session, settings, booking.timeZone),
    },
  });
  await enqueueMail(tx, {
    template: "admin-late-payment-refunded",
    to: settings.adminEmail,
    dedupeKey: `admin-late-payment-refunded:${payment.id}`,
    replyTo: booking.attendeeEmail,
    props: {
      ...shared,
      ...instructorFacts(settings, { booking, session }),
    },
  });
}
