import { type Booking, type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, desc, eq, gt, type SQL } from "drizzle-orm";
import type { Context } from "../../core/context";
import { displayStart, longStartOf } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { confirmationPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { formatAmount } from "../../core/money";
import { endOfHold, startCheckout } from "../../selling/payments/checkout";
import { whereHeldBy } from "../schedule/whose-bookings";
import { listTickets, shareOf } from "./tickets";

const failures = {
  noPage: "Failed to create checkout session",
  noAddress: "No checkout URL received from the payment provider",
};

/** Returns the checkout's address. If Stripe fails, releases the place and throws payment_provider_failed. */
export async function payForPlace(services: Services, booking: Booking, session: LiveSession): Promise<string> {
  const { settings } = services;
  const start = displayStart(session, { settings, visitor: booking });
  const page = {
    product: {
      name: session.title,
      description: longStartOf(start),
    },
    quantity: await countCharged(services, booking),
    email: booking.attendeeEmail,
    closesAt: endOfHold(booking),
    successUrl: `${settings.siteUrl}${confirmationPath(booking.id)}`,
    cancelUrl: `${settings.siteUrl}/sessions/${session.id}/book?cancelled=${booking.id}`,
  };
  return startCheckout(services, { kind: "booking", id: booking.id }, page, failures);
}

/** Counts the tickets that are paid by money. */
async function countCharged({ db }: Pick<Services, "db">, booking: Booking): Promise<number> {
  if (booking.passId === null) return booking.quantity;
  return (await listTickets(db, booking)).filter((ticket) => shareOf(ticket) > 0).length;
}

export async function resumePayment(ctx: Context, ref: { sessionId: string }): Promise<{ next: string }> {
  const pending = await findPending(ctx, ref);
  if (!pending) {
    throw new DomainError("closed", "That payment is no longer open. You can book another ticket here.");
  }
  return { next: await payForPlace(ctx, pending.booking, pending.session) };
}

export async function getPending(ctx: Context, ref: { sessionId: string }): Promise<{ total: string } | null> {
  const isPending = wherePending(ctx, ref);
  if (!isPending) return null;
  const { totalMinor: amountMinor, currency, createdAt } = sessionBookings;
  const [pending] = await ctx.db
    .select({ amountMinor, currency })
    .from(sessionBookings)
    .where(isPending)
    .orderBy(desc(createdAt))
    .limit(1);
  return pending ? { total: formatAmount(pending) } : null;
}

async function findPending(
  ctx: Context,
  ref: { sessionId: string },
): Promise<{ booking: Booking; session: LiveSession } | null> {
  const isPending = wherePending(ctx, ref);
  if (!isPending) return null;
  const [found] = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(isPending)
    .orderBy(desc(sessionBookings.createdAt))
    .limit(1);
  return found ?? null;
}

function wherePending(ctx: Context, { sessionId }: { sessionId: string }): SQL | undefined {
  const isHeld = whereHeldBy(ctx);
  const isOpen = and(eq(sessionBookings.sessionId, sessionId), gt(sessionBookings.holdUntil, ctx.clock.now()));
  return isHeld && and(isOpen, isHeld);
}
