import type { Booking } from "@db/schema";
import * as accountExists from "@emails/account-exists";
import * as adminAccess from "@emails/admin-access";
import * as adminBookingCancelled from "@emails/admin-booking-cancelled";
import * as adminBookingMoved from "@emails/admin-booking-moved";
import * as adminDispute from "@emails/admin-dispute";
import * as adminFraudWarning from "@emails/admin-fraud-warning";
import * as adminLatePaymentRefunded from "@emails/admin-late-payment-refunded";
import * as adminMissingLink from "@emails/admin-missing-link";
import * as adminNewBooking from "@emails/admin-new-booking";
import * as adminPaymentNotReceived from "@emails/admin-payment-not-received";
import * as adminPayoutFailed from "@emails/admin-payout-failed";
import * as adminPurchase from "@emails/admin-purchase";
import * as adminRefundFailed from "@emails/admin-refund-failed";
import * as adminSiteFault from "@emails/admin-site-fault";
import * as adminTest from "@emails/admin-test";
import * as adminTicketCancelled from "@emails/admin-ticket-cancelled";
import * as adminWaitlistEntry from "@emails/admin-waitlist-entry";
import * as adminWithdrawal from "@emails/admin-withdrawal";
import * as attendeeMessage from "@emails/attendee-message";
import * as bookingCancelled from "@emails/booking-cancelled";
import * as bookingConfirmation from "@emails/booking-confirmation";
import * as bookingMoved from "@emails/booking-moved";
import * as bookingLinks from "@emails/booking-links";
import * as bookingRefunded from "@emails/booking-refunded";
import * as changeEmail from "@emails/change-email";
import * as confirmAnnouncements from "@emails/confirm-announcements";
import * as devicesEnded from "@emails/devices-ended";
import * as emailChangeNotice from "@emails/email-change-notice";
import * as latePaymentRefunded from "@emails/late-payment-refunded";
import type { Site } from "@emails/parts/props";
import * as newsletter from "@emails/newsletter";
import * as passwordChanged from "@emails/password-changed";
import * as paymentNotReceived from "@emails/payment-not-received";
import * as purchaseConfirmation from "@emails/purchase-confirmation";
import * as purchaseOpened from "@emails/purchase-opened";
import * as purchaseRefunded from "@emails/purchase-refunded";
import * as recordingAvailable from "@emails/recording-available";
import * as refundReturned from "@emails/refund-returned";
import * as resetPassword from "@emails/reset-password";
import * as secondFactorChanged from "@emails/second-factor-changed";
import * as sessionCancelled from "@emails/session-cancelled";
import * as sessionChanged from "@emails/session-changed";
import * as sessionReminder from "@emails/session-reminder";
import * as sessionShared from "@emails/session-shared";
import * as signInLink from "@emails/sign-in-link";
import * as ticketCancelled from "@emails/ticket-cancelled";
import * as verifyEmail from "@emails/verify-email";
import * as waitlistAlready from "@emails/waitlist-already";
import * as waitlistJoined from "@emails/waitlist-joined";
import * as waitlistOffer from "@emails/waitlist-offer";
import * as waitlistOfferPassedOn from "@emails/waitlist-offer-passed-on";
import * as withdrawalDeclined from "@emails/withdrawal-declined";
import * as withdrawalReceived from "@emails/withdrawal-received";
import { compile } from "html-to-text";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Settings } from "../core/env";

/** `never`, because each template has its own props. Stored props fit theirs: `enqueueMail` takes no others. */
type Template = { default: (props: never) => ReactElement; subject: (props: never) => string };

/** The names are stored in the outbox. */
export const templates = {
  "account-exists": accountExists,
  "admin-access": adminAccess,
  "admin-booking-cancelled": adminBookingCancelled,
  "admin-booking-moved": adminBookingMoved,
  "admin-dispute": adminDispute,
  "admin-fraud-warning": adminFraudWarning,
  "admin-late-payment-refunded": adminLatePaymentRefunded,
  "admin-missing-link": adminMissingLink,
  "admin-new-booking": adminNewBooking,
  "admin-payment-not-received": adminPaymentNotReceived,
  "admin-payout-failed": adminPayoutFailed,
  "admin-purchase": adminPurchase,
  "admin-site-fault": adminSiteFault,
  "admin-test": adminTest,
  "admin-ticket-cancelled": adminTicketCancelled,
  "admin-waitlist-entry": adminWaitlistEntry,
  "admin-withdrawal": adminWithdrawal,
  "admin-refund-failed": adminRefundFailed,
  "attendee-message": attendeeMessage,
  "booking-cancelled": bookingCancelled,
  "booking-confirmation": bookingConfirmation,
  "booking-moved": bookingMoved,
  "booking-links": bookingLinks,
  "booking-refunded": bookingRefunded,
  "change-email": changeEmail,
  "confirm-announcements": confirmAnnouncements,
  "devices-ended": devicesEnded,
  "email-change-notice": emailChangeNotice,
  "late-payment-refunded": latePaymentRefunded,
  newsletter,
  "password-changed": passwordChanged,
  "payment-not-received": paymentNotReceived,
  "purchase-confirmation": purchaseConfirmation,
  "purchase-opened": purchaseOpened,
  "purchase-refunded": purchaseRefunded,
  "recording-available": recordingAvailable,
  "refund-returned": refundReturned,
  "reset-password": resetPassword,
  "second-factor-changed": secondFactorChanged,
  "session-cancelled": sessionCancelled,
  "session-changed": sessionChanged,
  "session-reminder": sessionReminder,
  "session-shared": sessionShared,
  "sign-in-link": signInLink,
  "ticket-cancelled": ticketCancelled,
  "verify-email": verifyEmail,
  "waitlist-already": waitlistAlready,
  "waitlist-joined": waitlistJoined,
  "waitlist-offer": waitlistOffer,
  "waitlist-offer-passed-on": waitlistOfferPassedOn,
  "withdrawal-declined": withdrawalDeclined,
  "withdrawal-received": withdrawalReceived,
} satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;
export type TemplateProps<Name extends TemplateName> = (typeof templates)[Name]["example"];

export const subjectOf = (template: string, props: object): string => requireTemplate(template).subject(props as never);

function requireTemplate(name: string): Template {
  if (!isTemplateName(name)) throw new Error(`there is no mail template "${name}"`);
  return templates[name];
}

const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(templates, name);

/** Compiled once: that costs as much as converting a mail. */
const toPlainText = compile({
  wordwrap: false,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "h1", options: { uppercase: false } },
    { selector: "table.facts", format: "dataTable", options: { uppercaseHeaderCells: false, colSpacing: 3 } },
  ],
});

/** Avoids React Email's `render`, which puts NUL characters between chunks: facebook/react issue 24985. */
export function renderMail(template: string, props: object): { html: string; text: string } {
  const body = renderToStaticMarkup(requireTemplate(template).default(props as never));
  return { html: `<!doctype html>${body}`, text: toPlainText(body) };
}

export const siteFacts = ({ siteName, siteUrl, marketing }: Settings): Site => ({
  name: siteName,
  url: siteUrl,
  contactUrl: marketing.contact,
});

/** Short enough to read out by telephone. */
export const referenceOf = ({ id }: { id: string }) => id.slice(0, 8).toUpperCase();

export const attendeeOf = (booking: Booking) => ({
  name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
  email: booking.attendeeEmail,
});
