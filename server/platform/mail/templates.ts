import type { Booking } from "@db/schema";
import { accountExists, changeEmail, resetPassword, signInLink, verifyEmail } from "@emails/account-links";
import {
  adminAccess,
  devicesEnded,
  emailChangeNotice,
  passwordChanged,
  secondFactorChanged,
} from "@emails/account-notices";
import {
  adminBookingCancelled,
  adminBookingMoved,
  adminNewBooking,
  adminTicketCancelled,
} from "@emails/admin-bookings";
import { adminDispute } from "@emails/admin-disputes";
import {
  adminFraudWarning,
  adminLatePaymentRefunded,
  adminPaymentNotReceived,
  adminPayoutFailed,
  adminRefundFailed,
} from "@emails/admin-payments";
import {
  adminCalendarLeft,
  adminCalendarSilent,
  adminMissingLink,
  adminSiteFault,
  adminTest,
} from "@emails/admin-site";
import { bookingLinks } from "@emails/booking-links";
import { bookingCancelled, bookingConfirmation, bookingMoved, ticketCancelled } from "@emails/bookings";
import { courseCancelled, courseConfirmation } from "@emails/courses";
import { giftCard, giftCardChanged, giftCardEnding, giftCardRefunded } from "@emails/gift-cards";
import { attendeeMessage, confirmAnnouncements, newsletter } from "@emails/messages";
import { adminMembershipLeaving, membershipNews } from "@emails/memberships";
import { passChanged } from "@emails/pass-changes";
import { adminRequest, requestApproved, requestAsked, requestConfirm, requestDeclined } from "@emails/one-to-one";
import { MailDocument } from "@emails/parts/letter";
import type { Site } from "@emails/parts/props";
import { passEnding, passFewLeft } from "@emails/passes";
import { bookingRefunded, latePaymentRefunded, paymentNotReceived, refundReturned } from "@emails/payments";
import { purchaseEnded } from "@emails/purchase-ended";
import { adminPurchase, purchaseConfirmation, purchaseOpened, purchaseRefunded } from "@emails/purchases";
import { recordingsOpened } from "@emails/recordings";
import { recordingAvailable, sessionCancelled, sessionChanged, sessionReminder, sessionShared } from "@emails/sessions";
import {
  adminWaitlistEntry,
  waitlistAlready,
  waitlistJoined,
  waitlistOffer,
  waitlistOfferPassedOn,
} from "@emails/waitlist";
import { adminWithdrawal, withdrawalDeclined, withdrawalReceived } from "@emails/withdrawals";
import { compile } from "html-to-text";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Settings } from "../../core/env";
import { withoutTypedLinks } from "./typed-text";

/** `never`, because each template has its own props. Stored props fit theirs: `enqueueMail` takes no others. */
type Template = { subject: (props: never) => string; letter: (props: never) => ReactElement };

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
  "admin-calendar-left": adminCalendarLeft,
  "admin-calendar-silent": adminCalendarSilent,
  "admin-site-fault": adminSiteFault,
  "admin-test": adminTest,
  "admin-ticket-cancelled": adminTicketCancelled,
  "admin-waitlist-entry": adminWaitlistEntry,
  "admin-withdrawal": adminWithdrawal,
  "admin-refund-failed": adminRefundFailed,
  "admin-request": adminRequest,
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
  "gift-card": giftCard,
  "gift-card-changed": giftCardChanged,
  "gift-card-ending": giftCardEnding,
  "gift-card-refunded": giftCardRefunded,
  "admin-membership-leaving": adminMembershipLeaving,
  "membership-news": membershipNews,
  newsletter,
  "pass-changed": passChanged,
  "pass-ending": passEnding,
  "pass-few-left": passFewLeft,
  "password-changed": passwordChanged,
  "payment-not-received": paymentNotReceived,
  "course-cancelled": courseCancelled,
  "course-confirmation": courseConfirmation,
  "purchase-confirmation": purchaseConfirmation,
  "purchase-ended": purchaseEnded,
  "purchase-opened": purchaseOpened,
  "purchase-refunded": purchaseRefunded,
  "recording-available": recordingAvailable,
  "recordings-opened": recordingsOpened,
  "refund-returned": refundReturned,
  "request-approved": requestApproved,
  "request-asked": requestAsked,
  "request-confirm": requestConfirm,
  "request-declined": requestDeclined,
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

export const subjectOf = (template: string, props: object): string => {
  const name = requireName(template);
  return (templates[name] as Template).subject(withoutTypedLinks(name, props) as never);
};

function requireName(name: string): TemplateName {
  if (!isTemplateName(name)) throw new Error(`there is no mail template "${name}"`);
  return name;
}

const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(templates, name);

/** A converter that is compiled once: that costs as much as converting a mail. */
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

/**
 * Renders a mail, without React Email's `render`, which puts NUL characters between chunks: facebook/react issue 24985.
 */
export function renderMail(template: string, props: object): { html: string; text: string } {
  const { site } = props as { site: Site };
  const name = requireName(template);
  const children = (templates[name] as Template).letter(withoutTypedLinks(name, props) as never);
  const body = renderToStaticMarkup(MailDocument({ site, title: subjectOf(template, props), children }));
  return { html: `<!doctype html>${body}`, text: toPlainText(body) };
}

export const siteFacts = ({ siteName, siteUrl, marketing }: Settings): Site => ({
  name: siteName,
  url: siteUrl,
  contactUrl: marketing.contact,
});

type Attendee = Pick<Booking, "attendeeFirstName" | "attendeeLastName" | "attendeeEmail">;

export const attendeeOf = (booking: Attendee) => ({
  name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
  email: booking.attendeeEmail,
});
