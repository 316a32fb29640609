import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { displayStart, type DisplayedStart } from "../../../core/dates";
import { DomainError } from "../../../core/errors";
import { bookingPath, sessionPath } from "../../../core/paths";
import { whereManagedBy } from "../../../catalogue/schedule/whose-bookings";
import { isJoinKey, type JoinState, joinStateOf, roomOpensAt } from "../../../catalogue/schedule/join-links";
import type { ManagedRef } from "../schemas";

/** What a joining link tells its holder, who may not be the attendee: nothing about the attendee, and no address. */
export type JoinPage = {
  state: JoinState;
  title: string;
  /** Null for a session that has no public page. */
  sessionPath: string | null;
  startsAt: DisplayedStart;
  opensAt: DisplayedStart;
  /** The time in seconds; 0 once it has opened. */
  opensIn: number;
  /** Null for those who have nothing but the link. */
  managePath: string | null;
};

/** Throws not_found for a wrong key and for another person's booking alike. */
export async function getJoining(ctx: Context, ref: ManagedRef): Promise<JoinPage> {
  const joined = await findJoined(ctx, ref);
  if (!joined) throw new DomainError("not_found", "Booking not found");
  const { booking, session, isMine } = joined;
  const now = ctx.clock.now();
  const opensAt = roomOpensAt(session);
  return {
    state: joinStateOf({ booking, session }, now),
    title: session.title,
    sessionPath: session.isPublished ? sessionPath(session) : null,
    startsAt: displayStart(session, ctx),
    opensAt: displayStart({ startTime: opensAt, locationType: session.locationType }, ctx),
    opensIn: Math.max(0, Math.ceil((opensAt.getTime() - now.getTime()) / 1000)),
    managePath: isMine ? bookingPath(booking) : null,
  };
}

/** Returns the address of the room, for a redirect only. Null unless the place is booked and the room open now. */
export async function findRoom(ctx: Context, ref: ManagedRef): Promise<string | null> {
  const joined = await findJoined(ctx, ref);
  return joined && joinStateOf(joined, ctx.clock.now()) === "open" ? joined.session.zoomLink : null;
}

type JoinedBooking = { booking: Booking; session: LiveSession; isMine: boolean };

/** Admits the holder of the joining key, the booking's member, and for a day the browser that booked as a guest. */
async function findJoined(ctx: Context, { bookingId, key }: ManagedRef): Promise<JoinedBooking | null> {
  const [found] = await ctx.db
    .select({ booking: bookingColumns, session: liveSessions, isMine: sql<boolean>`${whereManagedBy(ctx)}` })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(eq(sessionBookings.id, bookingId));
  return found && (found.isMine || isJoinKey(found.booking, key)) ? found : null;
}
