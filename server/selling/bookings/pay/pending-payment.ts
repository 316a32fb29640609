import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { and, desc, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { displayStart, longStartOf } from "../../../core/dates";
import { DomainError } from "../../../core/errors";
import { confirmationPath, sessionPath } from "../../../core/paths";
import type { Services } from "../../../core/services";
import { formatAmount } from "../../../core/money";
import { endOfHold, startCheckout } from "../../../payments/checkout";
import { whereHeldBy } from "../../../catalogue/schedule/whose-bookings";
import { browserMark } from "./hold-cap";
import { listTickets, shareOf } from "../tickets";

const failures = {
  noPage: "Failed to create checkout session",
  noAddress: "No checkout URL received from the payment provider",
};

/** Returns the checkout's address. If Stripe fails, releases the place and throws payment_provider_failed. */
export async function payForPlace(services: Services, booking: Booking, session: LiveSession): Promise<string> {
  const { settings } = services;
  const start = longStartOf(displayStart(session, { settings, visitor: booking }));
  const addresses = {
    closesAt: endOfHold(booking),
    successUrl: `${settings.siteUrl}${confirmationPath(booking.id)}`,
    cancelUrl: settings.siteUrl + bookAgainPath(session, booking),
  };
  const page = {
    product: { name: session.title, description: start },
    ...(await readCharged(services, booking, session)),
    email: booking.attendeeEmail,
    ...addresses,
  };
  return startCheckout(services, { kind: "booking", id: booking.id }, page, failures);
}

/** Returns where the payment page leads back to. */
const bookAgainPath = (session: LiveSession, { id }: Booking): string =>
  `${sessionPath(session)}${session.offerId === null ? "/book" : ""}?cancelled=${id}`;

/** Returns the number of tickets that are paid by money and, where they may differ in price, what each of them costs. */
async function readCharged({ db }: Pick<Services, "db">, booking: Booking, { pricing }: LiveSession) {
  if (booking.passId === null && pricing === "one") return { quantity: booking.quantity };
  const shares = (await listTickets(db, booking)).map(shareOf).filter((share) => share > 0);
  return { quantity: shares.length, ...(pricing !== "one" && { shares }) };
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
  const { createdAt, totalMinor: amountMinor, currency } = sessionBookings;
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
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(isPending)
    .orderBy(desc(sessionBookings.createdAt))
    .limit(1);
  return found ?? null;
}

/** Returns the condition of the visitor's unpaid bookings of a session; undefined for strangers. */
export function wherePending(ctx: Context, { sessionId }: { sessionId: string }): SQL | undefined {
  const isHeld = or(whereHeldBy(ctx), whereHeldInBrowser(ctx, sessionId));
  const isOpen = and(eq(sessionBookings.sessionId, sessionId), gt(sessionBookings.holdUntil, ctx.clock.now()));
  return isHeld && and(isOpen, isHeld);
}

/** Finds also what another tab is booking just now: the cookie that names it comes with that tab's answer. */
function whereHeldInBrowser(ctx: Context, sessionId: string): SQL | undefined {
  const mark = ctx.user ? null : browserMark(ctx, { id: sessionId });
  const { status, userId, holdBrowser } = sessionBookings;
  return mark === null ? undefined : and(eq(status, "pending"), isNull(userId), eq(holdBrowser, mark));
}
