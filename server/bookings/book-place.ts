import type { Transaction } from "@db/client";
import { type Booking, type LiveSession } from "@db/schema";
import { requireAccount } from "../accounts/find-account";
import { agreePrice, quoteWith } from "../discounts/prices";
import type { Context } from "../core/context";
import { openPayment } from "../payments/checkout";
import { contactOf } from "./contact-of";
import { confirmHealth } from "./health-statement";
import { mailBooking } from "./mail-booking";
import type { NewBooking } from "./schemas";
import { insertBooking } from "./transitions";

/**
 * Takes a place that is known to be free, of a session whose row is locked: books it at once where it costs nothing,
 * else holds it and opens a payment. Throws price_changed where the form showed another price, and invalid,
 * health_unconfirmed or discount_refused where something is missing or not so (any more): nothing is charged.
 */
export async function bookPlace(
  tx: Transaction,
  ctx: Context,
  session: LiveSession,
  input: NewBooking,
): Promise<Booking> {
  if (ctx.user) await requireAccount(tx, ctx.user);
  const now = ctx.clock.now();
  const contact = contactOf(ctx.user, input);
  const health = await confirmHealth(tx, ctx, input);
  const price = await agreePrice(tx, (terms) => quoteWith(ctx, session, terms), { ...input, now });
  const values = {
    sessionId: session.id,
    userId: ctx.user?.id ?? null,
    attendeeFirstName: contact.firstName,
    attendeeLastName: contact.lastName,
    attendeeEmail: contact.email,
    ...health,
    ...price,
    formKey: input.formKey,
    timeZone: ctx.visitor.timeZone,
    createdAt: now,
    holdUntil: price.totalMinor > 0 ? minutesAfter(now, ctx.settings.holdMinutes) : null,
  };
  const booking = await insertBooking(tx, values, now);
  const { id, status, totalMinor: amountMinor, currency, holdUntil } = booking;
  if (status === "pending") await openPayment(tx, { bookingId: id }, { amountMinor, currency }, holdUntil!);
  else await mailBooking(tx, ctx, { booking, session });
  return booking;
}

const minutesAfter = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);
