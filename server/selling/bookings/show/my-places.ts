import { liveSessions, sessionBookings } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Context, MemberContext } from "../../../core/context";
import { describeZones } from "../../../core/dates";
import { bookingPath } from "../../../core/paths";
import { whereBookingOf, whereManagedBy } from "../../../catalogue/schedule/whose-bookings";
import { bookingCalendarLinks, type CalendarLinks } from "../../../catalogue/schedule/session-event";
import { formatSessionCards } from "../../../catalogue/schedule/listed-session";
import { takenStatuses } from "../../../catalogue/schedule/places";
import type { LiveSessionsFilter, MemberSessions, MyPlace } from "../../../catalogue/schedule/schemas";
import { findUpcomingSessions } from "../../../catalogue/schedule/upcoming-sessions";
import { countInLine } from "../../waitlist/entries";
import { withMemberPrices } from "./member-schedule";

export async function listMemberSessions(ctx: MemberContext, filter: LiveSessionsFilter): Promise<MemberSessions> {
  const { rows, page } = await findUpcomingSessions(ctx, filter);
  const ids = rows.map(({ id }) => id);
  const [cards, waiting, mine] = await Promise.all([
    formatSessionCards(ctx, rows).then((listed) => withMemberPrices(ctx, listed)),
    countInLine(ctx.db, ids),
    findMyPlaces(ctx, ids),
  ]);
  return {
    sessions: cards.map((card) => ({ ...card, waiting: waiting.get(card.id) ?? 0, mine: mine.get(card.id) ?? null })),
    page,
    zoneNote: describeZones(rows, ctx),
  };
}

export type LiveBooking = {
  id: string;
  status: (typeof takenStatuses)[number];
  managePath: string;
  calendar: CalendarLinks | null;
};

/** Lists the bookings of a member, unpaid ones included, or those that a guest has made in this browser. */
export async function listLiveBookings(ctx: Context, { sessionId }: { sessionId: string }): Promise<LiveBooking[]> {
  if (!ctx.user && ctx.visitor.browserBookings.length === 0) return [];
  // A guest's unpaid booking is shown by its waiting payment.
  const statuses = takenStatuses.filter((status) => ctx.user || status !== "pending");
  const rows = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(eq(sessionBookings.sessionId, sessionId), inArray(sessionBookings.status, statuses), whereManagedBy(ctx)),
    )
    .orderBy(asc(sessionBookings.createdAt));
  return rows.map(({ booking, session }) => {
    const isToCome = booking.status !== "pending" && session.startTime > ctx.clock.now();
    return {
      id: booking.id,
      status: booking.status as LiveBooking["status"],
      managePath: bookingPath(booking),
      calendar: isToCome ? bookingCalendarLinks(booking, session, ctx.settings, { byKey: false }) : null,
    };
  });
}

async function findMyPlaces(ctx: Context, sessionIds: string[]): Promise<Map<string, MyPlace>> {
  if (!ctx.user || sessionIds.length === 0) return new Map();
  const { id, sessionId, status } = sessionBookings;
  const rows = await ctx.db
    .select({ id, sessionId, status })
    .from(sessionBookings)
    .where(and(inArray(sessionId, sessionIds), inArray(status, [...takenStatuses]), whereBookingOf(ctx.user)))
    .orderBy(asc(sessionBookings.createdAt));
  const places = new Map<string, MyPlace>();
  for (const row of rows) {
    const state = row.status === "pending" ? "held" : "booked";
    const known = places.get(row.sessionId);
    if (!known || (known.state === "held" && state === "booked")) {
      places.set(row.sessionId, { state, path: bookingPath(row) });
    }
  }
  return places;
}
