import { and, desc, eq } from "drizzle-orm";
import { type Booking, type LiveSession, payments } from "@db/schema";
import { cancelHold } from "../bookings/cancel-hold";
import { confirmationPath } from "../core/paths";
import { DomainError } from "../core/errors";
import { displayStart } from "../core/dates";
import type { Services } from "../core/services";
import { closeCheckout } from "./close-checkout";
import type { Payment } from "./paid-payments";
import { keepPage, openPage, type PageContent } from "./payment-page";

/**
 * Opens Stripe's payment page for a held place and answers its address; the same one when called again. Where Stripe
 * fails, the place is given back and payment_provider_failed is thrown, in the words of the specification.
 */
export async function startCheckout(services: Services, booking: Booking, session: LiveSession): Promise<string> {
  const payment = await requirePaymentOf(services, booking.id);
  if (payment.checkoutUrl) return payment.checkoutUrl;
  const checkout = await openPage(services, payment, contentOf(services, { booking, session }));
  if (!checkout?.url) {
    await cancelHold(services, booking.id, "failed");
    throw new DomainError(
      "payment_provider_failed",
      checkout ? "No checkout URL received from the payment provider" : "Failed to create checkout session",
    );
  }
  if (await keepPage(services, payment, checkout)) return checkout.url;
  // The place was given back while Stripe was asked: nobody may pay for it.
  await closeCheckout(services.stripe.client, checkout.id);
  throw new DomainError("payment_provider_failed", "Failed to create checkout session");
}

/** The newest attempt to pay that is still open. */
async function requirePaymentOf({ db }: Services, bookingId: string): Promise<Payment> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.state, "open")))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  if (!payment) throw new DomainError("payment_provider_failed", "Failed to create checkout session");
  return payment;
}

type Attempt = { booking: Booking; session: LiveSession };

function contentOf({ settings }: Services, { booking, session }: Attempt): PageContent {
  const start = displayStart(session, { settings, visitor: booking });
  return {
    product: {
      name: session.title,
      description: `${start.weekday}, ${start.monthLong} ${start.day}, ${start.year}, ${start.time} ${start.zone}`,
    },
    email: booking.attendeeEmail,
    cause: { bookingId: booking.id },
    closesAt: booking.holdUntil!,
    successUrl: `${settings.siteUrl}${confirmationPath(booking.id)}`,
    cancelUrl: `${settings.siteUrl}/sessions/${session.id}/book?cancelled=${booking.id}`,
  };
}
