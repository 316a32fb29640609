import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { payments } from "@db/schema";
import { cancelHold } from "../bookings/cancel-hold";
import { confirmationPath } from "../bookings/confirmation-path";
import type { LiveSession } from "../bookings/lock-session";
import type { Booking } from "../bookings/transitions";
import { DomainError } from "../errors";
import { displayStart } from "../schedule/format-start";
import type { Services } from "../services";

type Payment = typeof payments.$inferSelect;

/**
 * Opens Stripe's payment page for a held place and answers its address; the same one when called again. Where Stripe
 * fails, the place is given back and payment_provider_failed is thrown, in the words of the specification.
 */
export async function startCheckout(services: Services, booking: Booking, session: LiveSession): Promise<string> {
  const payment = await requirePaymentOf(services, booking.id);
  if (payment.checkoutUrl) return payment.checkoutUrl;
  const checkout = await openCheckout(services, { booking, session, payment });
  if (!checkout?.url) {
    await cancelHold(services, booking.id, "failed");
    throw new DomainError(
      "payment_provider_failed",
      checkout ? "No checkout URL received from the payment provider" : "Failed to create checkout session",
    );
  }
  await services.db
    .update(payments)
    .set({ stripeCheckoutSessionId: checkout.id, checkoutUrl: checkout.url })
    .where(eq(payments.id, payment.id));
  return checkout.url;
}

async function requirePaymentOf({ db }: Services, bookingId: string): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.bookingId, bookingId));
  if (!payment) throw new Error(`booking ${bookingId} is pending without a payment`);
  return payment;
}

type Attempt = { booking: Booking; session: LiveSession; payment: Payment };

async function openCheckout(services: Services, attempt: Attempt): Promise<Stripe.Checkout.Session | null> {
  try {
    // The payment's id is the key: a repeated attempt gets the page that the first one opened.
    return await services.stripe.client.checkout.sessions.create(checkoutParams(services, attempt), {
      idempotencyKey: attempt.payment.id,
    });
  } catch (error) {
    services.log.error({ err: error, bookingId: attempt.booking.id }, "Stripe did not open a checkout session");
    return null;
  }
}

function checkoutParams(
  { settings }: Services,
  { booking, session, payment }: Attempt,
): Stripe.Checkout.SessionCreateParams {
  const start = displayStart(session, { settings, visitor: booking });
  const metadata = { bookingId: booking.id, paymentId: payment.id };
  return {
    mode: "payment",
    // Cards only: other methods may pay days after the place was given up.
    allowed_payment_method_types: ["card"],
    // Charged exactly as shown, in the currency shown.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: payment.amountMinor,
          product_data: {
            name: session.title,
            description: `${start.weekday}, ${start.monthLong} ${start.day}, ${start.year}, ${start.time} ${start.zone}`,
          },
        },
      },
    ],
    customer_email: booking.attendeeEmail,
    client_reference_id: booking.id,
    metadata,
    payment_intent_data: { metadata },
    expires_at: Math.ceil(booking.holdUntil!.getTime() / 1000),
    success_url: `${settings.siteUrl}${confirmationPath(booking.id)}`,
    cancel_url: `${settings.siteUrl}/sessions/${session.id}/book?cancelled=${booking.id}`,
  };
}
