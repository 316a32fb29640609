import { randomUUID } from "node:crypto";
import { type Booking, bookingMoves, type LiveSession, liveSessions, type Pass, sessionBookings } from "@db/schema";
import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { dayOf, displayStart, formatDuration, placeLabel } from "../../../core/dates";
import { readSiteSettings } from "../../../core/site-settings";
import { attendeeOf } from "../../../platform/mail/templates";
import { printCredits } from "../../../platform/money/print-order";
import { listPrices } from "../../../platform/money/convert-price";
import { readReach } from "../../../catalogue/passes/move-credits";
import { lastDayOf } from "../../../catalogue/passes/period";
import { countPlaces, fits } from "../../../catalogue/schedule/places";
import { whereLines } from "../../../catalogue/schedule/session-facts";
import { isListed } from "../../../catalogue/schedule/where-upcoming";
import { isOneToOne, listSlotsToMoveTo } from "../../free-times/move-slot";
import { requireManaged } from "../lock";
import { findHealthStatement } from "../../order/health-statement";
import { cancellationTerms } from "../cancellation";
import type { MoveFormRef } from "../schemas";
import { listTickets } from "../tickets";
import { paidLaterBy } from "../paid-later";

export type MoveForm = Awaited<ReturnType<typeof getMoveForm>>;

/** Returns the sessions that a booking may be moved to and, if one is chosen, what is agreed. Throws not_found. */
export async function getMoveForm(ctx: Context, { bookingId, key, to }: MoveFormRef) {
  const booking = await requireManaged(ctx.db, ctx, { bookingId, key });
  const [site, { sessions, pass }] = await Promise.all([readSiteSettings(ctx), listFitting(ctx, booking)]);
  const found = sessions.filter(({ isLike }) => isLike);
  const fitting = found.map(({ session }) => session);
  const choice = found.find(({ session }) => session.id === to);
  const chosen = choice?.session;
  const health = chosen && (await findHealthStatement(ctx.db, { ...ctx, ...healthOf(booking) }));
  const now = ctx.clock.now();
  return {
    from: booking.sessionId,
    pass: pass && describeReach(ctx, pass),
    dates: fitting.map((session) => printDate(ctx, session)),
    chosen: chosen
      ? {
          ...printDate(ctx, chosen),
          where: whereLines(chosen),
          isByTransfer: paidLaterBy(chosen) === "transfer",
          version: chosen.version,
          credits: creditsText(choice?.change ?? 0),
          terms: cancellationTerms(ctx, {
            booking: { ...booking, movedAt: now },
            session: chosen,
            quantity: booking.quantity,
            site,
            now,
          }),
        }
      : null,
    health: health && !health.isConfirmed ? { text: health.text, version: health.version } : null,
    formKey: randomUUID(),
  };
}

/** A number that is far more than one category's schedule has. */
const maxDates = 100;

export type FittingSession = {
  session: LiveSession;
  /** Whether it has the category and price of the booked one. */
  isLike: boolean;
  /** The credits that a move there takes from the booking's pass besides, negative if some come back. */
  change: number;
};

/** The sessions, and the pass that keeps them to those for which it can pay. */
type FittingSessions = { sessions: FittingSession[]; pass: Pass | null };

/** Returns the sessions to come with enough places, of the booked one's category and currency unless all are wanted. */
export async function listFitting(
  ctx: Context,
  booking: Booking,
  { isOfAnyKind = false }: { isOfAnyKind?: boolean } = {},
): Promise<FittingSessions> {
  const { db, clock } = ctx;
  const [from] = await db.select().from(liveSessions).where(eq(liveSessions.id, booking.sessionId));
  if (!from) return { sessions: [], pass: null };
  const isOfItsKind = and(
    eq(liveSessions.enteredCurrency, from.enteredCurrency),
    sql`${liveSessions.category} is not distinct from ${from.category}`,
  );
  const sessions = isOneToOne(from)
    ? await listSlotsToMoveTo(ctx, from)
    : await db
        .select()
        .from(liveSessions)
        .where(
          and(
            gt(liveSessions.startTime, clock.now()),
            isListed(),
            isNull(liveSessions.cancelledAt),
            ne(liveSessions.id, from.id),
            isOfAnyKind ? undefined : isOfItsKind,
          ),
        )
        .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
        .limit(maxDates);
  const ids = sessions.map(({ id }) => id);
  const [places, tickets] = await Promise.all([countPlaces(db, ids), listTickets(db, booking)]);
  const { passId } = booking;
  const ticketIds = tickets.map(({ id }) => id);
  const reach = passId === null ? null : await readReach(db, ctx, { passId, ticketIds });
  const fitting = sessions
    .filter((to) => fits(to, places.get(to.id), booking.quantity))
    .flatMap((session) => {
      const change = reach ? reach.changeTo(session) : 0;
      if (change === null) return [];
      return { session, change, isLike: isLikeBooked(booking, { tickets: tickets.length, from, to: session }) };
    });
  return { sessions: fitting, pass: reach && reach.pass };
}

/** Says why some dates can't be chosen. */
export const describeReach = ({ settings }: Pick<Context, "settings">, { title, endsAt }: Pass): string =>
  [
    `The pass “${title}” pays for this booking, so you see only dates for which it can pay`,
    endsAt && `, until ${lastDayOf(endsAt, settings.siteTimeZone)}`,
    ". For another date, cancel and book anew.",
  ]
    .filter(Boolean)
    .join("");

/** Says what a move takes from a pass or gives back; null if nothing. */
export function creditsText(change: number): string | null {
  if (change === 0) return null;
  if (change > 0) return `This date takes ${change} more ${change === 1 ? "credit" : "credits"} from the pass.`;
  return `${printCredits(-change)} ${change === -1 ? "goes" : "go"} back onto the pass.`;
}

type OfferedSession = Pick<LiveSession, "category" | "priceMinor" | "enteredPriceMinor" | "enteredCurrency"> &
  Partial<Pick<LiveSession, "pricing" | "highestPriceMinor">>;

/**
 * Returns whether a session has the category and currency of the booked one, and the list price that was agreed; where
 * there are several prices, whether these are the same.
 */
export function isLikeBooked(
  booking: Pick<Booking, "listPriceMinor" | "currency" | "exchangeRate"> & { coursePurchaseId?: string | null },
  { tickets, from, to }: { tickets: number; from: OfferedSession; to: OfferedSession },
): boolean {
  // A date of a course is given up and made up; only the instructor moves it.
  if (booking.coursePurchaseId) return false;
  if (to.category !== from.category || to.enteredCurrency !== from.enteredCurrency) return false;
  if (hasSeveral(from) || hasSeveral(to)) {
    const isSameRange = to.priceMinor === from.priceMinor && to.highestPriceMinor === from.highestPriceMinor;
    return to.pricing === from.pricing && isSameRange;
  }
  const agreedRate = { rate: (a: string, b: string) => (a === b ? "1" : booking.exchangeRate) };
  const { currency, amounts } = listPrices([to], to, { currency: booking.currency, rates: agreedRate });
  return currency === booking.currency && (amounts[0] ?? 0) * tickets === booking.listPriceMinor;
}

const hasSeveral = ({ pricing = "one" }: OfferedSession): boolean => pricing !== "one";

export const printDate = (ctx: Context, session: LiveSession) => ({
  id: session.id,
  title: session.title,
  startsAt: displayStart(session, ctx),
  duration: formatDuration(session.durationMinutes),
  place: placeLabel(session),
});

/** Returns what the attendee, not the visitor, has confirmed. */
export const healthOf = ({ userId, healthVersion }: Booking) => ({
  user: userId === null ? null : { id: userId },
  confirmedVersion: healthVersion,
});

/**
 * Returns, for each booking, the sessions that it has left, oldest first: "Evening Wind-Down, Thu, Nov 26, 2026, …".
 */
export async function describeMoves(ctx: Context, bookings: Pick<Booking, "id">[]): Promise<Map<string, string[]>> {
  const described = new Map<string, string[]>();
  if (bookings.length === 0) return described;
  const ids = bookings.map(({ id }) => id);
  const rows = await ctx.db
    .select({ move: bookingMoves, from: liveSessions })
    .from(bookingMoves)
    .innerJoin(liveSessions, eq(liveSessions.id, bookingMoves.fromSessionId))
    .where(inArray(bookingMoves.bookingId, ids))
    .orderBy(asc(bookingMoves.movedAt), asc(bookingMoves.id));
  for (const { move, from } of rows) {
    const { mediumDate, time, zone } = displayStart(from, ctx);
    const line = `${from.title}, ${mediumDate}, ${time} ${zone} (moved ${dayOf(move.movedAt, ctx.visitor.timeZone)})`;
    described.set(move.bookingId, [...(described.get(move.bookingId) ?? []), line]);
  }
  return described;
}

const maxMovedAway = 200;

/**
 * Returns the bookings that have left a session for another one, with the session they are in now; the newest first.
 */
export async function listMovedAway(ctx: Context, sessionId: string) {
  const hasLeft = ctx.db
    .select({ id: bookingMoves.bookingId })
    .from(bookingMoves)
    .where(eq(bookingMoves.fromSessionId, sessionId));
  const rows = await ctx.db
    .select({ booking: sessionBookings, now: liveSessions, count: sql`count(*) over ()`.mapWith(Number) })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        inArray(sessionBookings.id, hasLeft),
        ne(sessionBookings.sessionId, sessionId),
        isNull(sessionBookings.archivedAt),
      ),
    )
    .orderBy(desc(sessionBookings.movedAt), asc(sessionBookings.id))
    .limit(maxMovedAway);
  return {
    count: rows[0]?.count ?? 0,
    bookings: rows.map(({ booking, now }) => ({
      id: booking.id,
      name: attendeeOf(booking).name,
      sessionId: now.id,
      movedTo: displayStart(now, ctx).shortDate,
    })),
  };
}
