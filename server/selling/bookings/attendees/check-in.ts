import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { bookingColumns, bookingPayers, bookingTickets, paysFor, sessionBookings, type Ticket } from "@db/schema";
import { alphabetical } from "@db/schema/columns";
import { and, asc, eq, sql } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { pageOf } from "../../../core/pagination";
import { inTransaction } from "../../../core/transaction";
import { isContained } from "../../../core/search";
import { findSession } from "../../../catalogue/schedule/find-session";
import { hasHealthNote } from "../health/health-notes";
import { lockListedBooking, notListed } from "../lock";
import { isActive } from "../tickets";
import { attendeesPerPage, attendeeView, countArrivals, hasPlaceIn, ticketView } from "./list-attendees";
import type { CheckIn, Tap } from "./schemas";

type ArrivalsQuery = { sessionId: string; search: string; page: number };

export type Arrival = Awaited<ReturnType<typeof listArrivals>>["arrivals"][number];

const attendee = sql`${sessionBookings.attendeeFirstName} || ' ' || ${sessionBookings.attendeeLastName}`;
const shownName = alphabetical(sql`coalesce(${bookingTickets.name}, ${attendee})`);
const searchedName = sql`(coalesce(${bookingTickets.name} || ' ', '') || ${attendee})`;

/** Lists tickets with a place by name; the counts ignore the search. `readAt` is in milliseconds. Throws not_found. */
export async function listArrivals(ctx: Context, query: ArrivalsQuery) {
  const readAt = ctx.clock.now().getTime();
  const session = await findSession(ctx.db, query.sessionId);
  const condition = and(hasPlaceIn(session.id), query.search ? isContained(query.search, searchedName) : undefined);
  const counts = await countArrivals(ctx.db, session.id);
  const found = ctx.db
    .select({ ticket: bookingTickets, booking: bookingColumns })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .leftJoin(bookingPayers, paysFor)
    .where(condition);
  const { page, offset } = pageOf(query.page, await ctx.db.$count(found.as("found")), attendeesPerPage);
  const rows = await found
    .orderBy(asc(shownName), asc(sessionBookings.id), asc(bookingTickets.number))
    .limit(attendeesPerPage)
    .offset(offset);
  return {
    session: { id: session.id, title: session.title },
    arrivals: rows.map(({ ticket, booking }) => {
      const { name: bookedBy, canMarkPaid, laterBy, price, note } = attendeeView(ctx, booking, session);
      const { id, name, checkedInAt } = ticketView(ctx, booking, ticket);
      // What was written about the attendee is not about those who come along.
      const isFirst = ticket.number === 1;
      return {
        id,
        name,
        bookedBy,
        checkedInAt,
        price,
        laterBy,
        canMarkPaid: canMarkPaid && isFirst,
        hasHealthNote: isFirst && hasHealthNote(booking),
        note: isFirst ? note : null,
      };
    }),
    counts,
    page,
    readAt,
  };
}

export type CheckInResult = {
  ticketId: string;
  isHere: boolean;
  checkedInAt: string | null;
  counts: { booked: number; here: number };
  savedAt: number;
};

/** Sets whether a ticket's holder is here; the newest tap wins. Throws not_found, closed (no place in this session), busy. */
export async function checkIn(ctx: MemberContext, input: CheckIn): Promise<CheckInResult> {
  const { ticket, booking } = await setCheckIn(ctx, input);
  const savedAt = ctx.clock.now().getTime();
  const counts = await countArrivals(ctx.db, booking.sessionId);
  const { checkedInAt } = ticketView(ctx, booking, ticket);
  return { ticketId: ticket.id, isHere: checkedInAt !== null, checkedInAt, counts, savedAt };
}

async function setCheckIn(ctx: MemberContext, { ticketId, sessionId, isHere, tap }: CheckIn) {
  return inTransaction(
    ctx,
    async (tx) => {
      const { booking, ticket } = await lockListedTicket(tx, ticketId);
      const hasPlace = booking.status === "confirmed" || booking.status === "completed";
      if (!hasPlace || !isActive(ticket)) {
        throw new DomainError("closed", "This booking has no place in the session.");
      }
      if (sessionId && booking.sessionId !== sessionId) {
        throw new DomainError("closed", "This booking has been moved to another session.");
      }
      const tappedAt = tapTime(tap, ctx.clock.now());
      if (ticket.checkInSetAt && ticket.checkInSetAt > tappedAt) return { booking, ticket };
      return { booking, ticket: await applyTap(tx, ctx, ticket, { isHere, tappedAt }) };
    },
    "Please try again.",
  );
}

async function lockListedTicket(tx: Transaction, ticketId: string) {
  const read = () => tx.select().from(bookingTickets).where(eq(bookingTickets.id, ticketId));
  const [found] = await read();
  if (!found) throw notListed();
  const { booking } = await lockListedBooking(tx, found.bookingId);
  return { booking, ticket: one(await read(), "ticket") };
}

type AppliedTap = { isHere: boolean; tappedAt: Date };

async function applyTap(tx: Transaction, ctx: MemberContext, ticket: Ticket, { isHere, tappedAt }: AppliedTap) {
  const isChange = (ticket.checkedInAt !== null) !== isHere;
  const saved = one(
    await tx
      .update(bookingTickets)
      .set({ checkInSetAt: tappedAt, ...(isChange && { checkedInAt: isHere ? tappedAt : null }) })
      .where(eq(bookingTickets.id, ticket.id))
      .returning(),
    "ticket",
  );
  if (isChange) {
    const action = isHere ? "booking.checked_in" : "booking.check_in_undone";
    await audit(tx, ctx, action, ticket.bookingId, ticket.number > 1 ? { ticket: ticket.number } : undefined);
  }
  return saved;
}

/** The difference in milliseconds between the clocks of device and server that is ignored. */
const toleratedSkewMs = 30_000;

/** Returns when a tap was made, by the server's clock. A device's wrong clock still tells how old the tap was. */
export function tapTime(tap: Tap | undefined, now: Date): Date {
  if (!tap) return now;
  const skew = now.getTime() - tap.sentAt;
  const tappedAt = Math.min(tap.tappedAt, tap.sentAt) + (Math.abs(skew) > toleratedSkewMs ? skew : 0);
  return new Date(Math.min(tappedAt, now.getTime()));
}
