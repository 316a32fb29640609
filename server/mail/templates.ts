import type { ReactElement } from "react";
import * as accountExists from "@emails/account-exists";
import * as adminLatePaymentRefunded from "@emails/admin-late-payment-refunded";
import * as adminNewBooking from "@emails/admin-new-booking";
import * as bookingConfirmation from "@emails/booking-confirmation";
import * as latePaymentRefunded from "@emails/late-payment-refunded";
import * as passwordChanged from "@emails/password-changed";
import * as resetPassword from "@emails/reset-password";
import * as signInLink from "@emails/sign-in-link";
import * as verifyEmail from "@emails/verify-email";

/** Every message the site sends, by the name that the outbox keeps. */
export const templates = {
  "account-exists": accountExists,
  "admin-late-payment-refunded": adminLatePaymentRefunded,
  "admin-new-booking": adminNewBooking,
  "booking-confirmation": bookingConfirmation,
  "late-payment-refunded": latePaymentRefunded,
  "password-changed": passwordChanged,
  "reset-password": resetPassword,
  "sign-in-link": signInLink,
  "verify-email": verifyEmail,
};

export type TemplateName = keyof typeof templates;
export type TemplateProps<Name extends TemplateName> = (typeof templates)[Name]["preview"];

type Template = { default: (props: object) => ReactElement; subject: (props: object) => string };

/**
 * A template by the name in an outbox row, ready for that row's props: they were checked against it when the mail
 * was enqueued. Throws when there is none of that name.
 */
export function requireTemplate(name: string): Template {
  if (!Object.hasOwn(templates, name)) throw new Error(`there is no mail template "${name}"`);
  return templates[name as TemplateName] as Template;
}
