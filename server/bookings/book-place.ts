import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import { DomainError } from "../errors";
import { enqueueJob } from "../jobs/enqueue-job";
import { quoteKey, quotePrice, type Quote } from "../pricing/quote";
import type { Context } from "../trpc/context";
import type { LiveSession } from "./lock-session";
import { mailBooking } from "./mail-booking";
import type { NewBooking } from "./schemas";
import { insertBooking, type Booking } from "./transitions";

/** How long after the payment page has closed a hold is released. */
const releaseDelayMinutes = 1;

/**
 * Takes a place that is known to be free, of a session whose row is locked: books it at once where it costs nothing,
 * else holds it and opens a payment. Throws price_changed where the form showed another price: nothing is charged.
 */
export async function bookPlace(
  tx: Transaction,
  ctx: Context,
  session: LiveSession,
  input: NewBooking,
): Promise<Booking> {
  const now = ctx.clock.now();
  const quote = quotePrice(session, ctx.visitor.currency, ctx.rates);
  if (quoteKey(quote) !== input.quote) {
    throw new DomainError("price_changed", "The price has changed. Please look at the new price and confirm.");
  }
  const booking = await insertBooking(tx, bookingValues(ctx, input, quote, now), now);
  if (booking.status === "pending") await openPayment(tx, booking);
  else await mailBooking(tx, ctx, { booking, session });
  return booking;
}

function bookingValues(ctx: Context, input: NewBooking, { list, total, rate }: Quote, now: Date) {
  return {
    sessionId: input.sessionId,
    userId: ctx.user?.id ?? null,
    attendeeFirstName: input.firstName,
    attendeeLastName: input.lastName,
    attendeeEmail: input.email,
    formKey: input.formKey,
    listPriceMinor: list.amountMinor,
    totalMinor: total.amountMinor,
    currency: total.currency,
    exchangeRate: rate,
    timeZone: ctx.visitor.timeZone,
    createdAt: now,
    holdUntil: total.amountMinor > 0 ? minutesAfter(now, ctx.settings.holdMinutes) : null,
  };
}

async function openPayment(tx: Transaction, booking: Booking): Promise<void> {
  await tx
    .insert(payments)
    .values({ bookingId: booking.id, amountMinor: booking.totalMinor, currency: booking.currency });
  await enqueueJob(
    tx,
    "release-hold",
    { bookingId: booking.id },
    { runAt: minutesAfter(booking.holdUntil!, releaseDelayMinutes) },
  );
}

const minutesAfter = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);
