import type { Booking, LiveSession } from "@db/schema";
import { displayStart } from "../core/dates";
import { confirmationPath } from "../core/paths";
import type { Services } from "../core/services";
import { startCheckout } from "../payments/checkout";

const failures = {
  noPage: "Failed to create checkout session",
  noAddress: "No checkout URL received from the payment provider",
};

/**
 * Returns the address of Stripe's payment page for a held place. Where Stripe fails, the place is given back, and
 * payment_provider_failed is thrown, in the words of the specification.
 */
export function payForPlace(services: Services, booking: Booking, session: LiveSession): Promise<string> {
  const { settings } = services;
  const start = displayStart(session, { settings, visitor: booking });
  const page = {
    product: {
      name: session.title,
      description: `${start.weekday}, ${start.monthLong} ${start.day}, ${start.year}, ${start.time} ${start.zone}`,
    },
    email: booking.attendeeEmail,
    closesAt: booking.holdUntil!,
    successUrl: `${settings.siteUrl}${confirmationPath(booking.id)}`,
    cancelUrl: `${settings.siteUrl}/sessions/${session.id}/book?cancelled=${booking.id}`,
  };
  return startCheckout(services, { bookingId: booking.id }, page, failures);
}
