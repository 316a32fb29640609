import { and, asc, eq, sql } from "drizzle-orm";
import { alphabetical } from "@db/schema/columns";
import { bookingTickets, sessionBookings } from "@db/schema";
import { findSession } from "../../schedule/find-session";
import { pageOf } from "../../core/pagination";
import type { Context } from "../../core/context";
import { countArrivals, hasPlaceIn } from "./count-arrivals";
import { attendeesPerPage, attendeeView, ticketView } from "./list-attendees";

type ArrivalsQuery = { sessionId: string; search: string; page: number };

export type Arrival = Awaited<ReturnType<typeof listArrivals>>["arrivals"][number];

const attendee = sql`${sessionBookings.attendeeFirstName} || ' ' || ${sessionBookings.attendeeLastName}`;
const shownName = alphabetical(sql`coalesce(${bookingTickets.name}, ${attendee})`);
const searchedName = alphabetical(sql`coalesce(${bookingTickets.name} || ' ', '') || ${attendee}`);

/** Lists tickets with a place by name; the counts ignore the search. `readAt` is in milliseconds. Throws not_found. */
export async function listArrivals(ctx: Context, asked: ArrivalsQuery) {
  const readAt = ctx.clock.now().getTime();
  const session = await findSession(ctx.db, asked.sessionId);
  const isMeant = and(
    hasPlaceIn(session.id),
    asked.search ? sql`strpos(${searchedName}, ${alphabetical(sql`${asked.search}::text`)}) > 0` : undefined,
  );
  const counts = await countArrivals(ctx.db, session.id);
  const found = ctx.db
    .select({ ticket: bookingTickets, booking: sessionBookings })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .where(isMeant);
  const { page, offset } = pageOf(asked.page, await ctx.db.$count(found.as("found")), attendeesPerPage);
  const rows = await found
    .orderBy(asc(shownName), asc(sessionBookings.id), asc(bookingTickets.number))
    .limit(attendeesPerPage)
    .offset(offset);
  return {
    session: { id: session.id, title: session.title },
    arrivals: rows.map(({ ticket, booking }) => {
      const { name: bookedBy, canMarkPaid, price, healthNote, note } = attendeeView(ctx, booking);
      const { id, name, checkedInAt } = ticketView(ctx, booking, ticket);
      // What was written about the attendee is not about those who come along.
      const isFirst = ticket.number === 1;
      return {
        ...{ id, name, bookedBy, checkedInAt, price },
        canMarkPaid: canMarkPaid && isFirst,
        healthNote: isFirst ? healthNote : null,
        note: isFirst ? note : null,
      };
    }),
    counts,
    page,
    readAt,
  };
}
