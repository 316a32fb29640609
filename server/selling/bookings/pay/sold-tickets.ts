import type { Queryable } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  liveSessions,
  paysFor,
  sessionBookings,
  type Ticket,
} from "@db/schema";
import { eq } from "drizzle-orm";
import { printInstant } from "../../../core/dates";
import type { Services } from "../../../core/services";
import { attendeeOf } from "../../../platform/mail/templates";
import { describeTerms } from "../../../platform/money/quote";
import type { SoldOrder } from "../../../payments/payable";
import { listTickets, shareOf } from "../tickets";

/** Returns the tickets that are paid with money, alike ones on one line, at what each has cost with its discount. */
export async function readSoldTickets(
  db: Queryable,
  { settings }: Pick<Services, "settings">,
  id: string,
): Promise<SoldOrder | null> {
  const [row] = await db
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(eq(sessionBookings.id, id));
  if (!row) return null;
  const { booking, session } = row;
  const tickets = (await listTickets(db, booking)).filter((ticket) => shareOf(ticket) > 0);
  const when = printInstant(session.startTime, settings.siteTimeZone);
  return {
    customer: attendeeOf(booking).name,
    userId: booking.userId,
    soldAs: "session",
    currency: booking.currency,
    lines: groupAlike(tickets).map(([first, quantity]) => ({
      text: session.title,
      note: [when, first.priceRateName, discountOf(booking)].filter(Boolean).join(", "),
      quantity,
      amountMinor: quantity * shareOf(first),
    })),
  };
}

function groupAlike(tickets: Ticket[]): [Ticket, number][] {
  const groups = new Map<string, [Ticket, number]>();
  for (const ticket of tickets) {
    const key = `${shareOf(ticket)} ${ticket.priceRateName}`;
    groups.set(key, [groups.get(key)?.[0] ?? ticket, (groups.get(key)?.[1] ?? 0) + 1]);
  }
  return [...groups.values()];
}

const discountOf = ({ discountTerms, appliedDiscountCode, discountMinor }: Booking): string | null =>
  discountTerms && discountMinor > 0 ? `${describeTerms(discountTerms)} with ${appliedDiscountCode}` : null;
