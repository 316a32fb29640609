import type { Queryable } from "@db/client";
import { type Booking, type LiveSession, sessionBookings } from "@db/schema";
import type { Paid, Returned } from "@emails/parts/props";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Settings } from "../core/env";
import { formatAmount, type Money } from "../core/money";
import { managePath } from "../core/paths";
import { attendeeOf, referenceOf, siteFacts } from "../mail/mail-facts";
import { printDiscount, printTotal } from "../money/quote";
import { adminSessionUrl, sessionFacts } from "../schedule/session-facts";
import { isLive, listTickets, ticketName } from "./tickets";

/** Excludes holds: they get the facts with their confirmation. */
export function listBooked(db: Queryable, sessionId: string): Promise<Booking[]> {
  return db
    .select()
    .from(sessionBookings)
    .where(and(eq(sessionBookings.sessionId, sessionId), inArray(sessionBookings.status, ["confirmed", "completed"])))
    .orderBy(asc(sessionBookings.createdAt), asc(sessionBookings.id));
}

export const attendeeFacts = (settings: Settings, booking: Booking, session: LiveSession) => ({
  site: siteFacts(settings),
  firstName: booking.attendeeFirstName,
  session: sessionFacts(session, settings, booking.timeZone),
  reference: referenceOf(booking),
  bookingUrl: `${settings.siteUrl}${managePath(booking)}`,
});

export const paidFacts = (booking: Booking): Paid => ({
  amount: printTotal(booking),
  isDue: booking.status === "confirmed" && booking.totalMinor > 0,
  discount: printDiscount(booking),
});

export async function ticketFacts(db: Queryable, booking: Booking): Promise<string[]> {
  if (booking.quantity === 1) return [];
  return (await listTickets(db, booking)).filter(isLive).map((ticket) => ticketName(booking, ticket));
}

export const instructorFacts = (
  settings: Settings,
  { booking, session }: { booking: Booking; session: LiveSession },
) => ({
  attendee: attendeeOf(booking),
  session: sessionFacts(session, settings, settings.siteTimeZone),
  sessionUrl: adminSessionUrl(settings, session),
});

type RefundPart = Money & { provider: "stripe" | "outside"; paidMinor?: number };

export const refundFacts = (parts: RefundPart[]): Returned => ({
  byCard: totalOf(parts, "stripe"),
  byHand: totalOf(parts, "outside"),
  ...(parts.some(isRest) && { isRest: true }),
});

/** A refund is of the rest if other parts were refunded before. */
const isRest = ({ provider, amountMinor, paidMinor = amountMinor }: RefundPart): boolean =>
  provider === "stripe" && amountMinor > 0 && amountMinor < paidMinor;

function totalOf(parts: RefundPart[], wanted: RefundPart["provider"]): string | null {
  const sums = new Map<Money["currency"], number>();
  for (const { provider, currency, amountMinor } of parts) {
    if (provider === wanted && amountMinor > 0) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  }
  const amounts = [...sums].map(([currency, amountMinor]) => formatAmount({ currency, amountMinor }));
  return amounts.length > 0 ? amounts.join(" and ") : null;
}
