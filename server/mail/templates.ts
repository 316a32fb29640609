import type { ReactElement } from "react";
import * as adminLatePaymentRefunded from "@emails/admin-late-payment-refunded";
import * as adminNewBooking from "@emails/admin-new-booking";
import * as bookingConfirmation from "@emails/booking-confirmation";
import * as latePaymentRefunded from "@emails/late-payment-refunded";

/** Every message the site sends, by the name that the outbox keeps. */
export const templates = {
  "admin-late-payment-refunded": adminLatePaymentRefunded,
  "admin-new-booking": adminNewBooking,
  "booking-confirmation": bookingConfirmation,
  "late-payment-refunded": latePaymentRefunded,
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
