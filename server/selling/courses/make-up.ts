import { randomUUID } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import {
  bookingColumns,
  bookingPayers,
  bookingTickets,
  courseDates,
  courseTerms,
  type LiveSession,
  liveSessions,
  paysFor,
  products,
  purchases,
  sessionBookings,
} from "@db/schema";
import { and, asc, eq, gt, inArray, isNull, notInArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { lockPurchases } from "../purchases/lock";
import type { Purchase } from "../purchases/transitions";
import { lockDates } from "../bookings/lock";
import { mailBooking } from "../bookings/mails/mail-booking";
import { changePayers } from "../bookings/payers";
import { insertDates } from "../bookings/transitions";
import { lockSessions } from "../../catalogue/schedule/find-session";
import { countPlaces, fits } from "../../catalogue/schedule/places";
import { requireCourse } from "./course";
import { nameDate } from "../../catalogue/schedule/name-date";
import { type HeldCourseRef, requireHeldCourse } from "./held-course";
import { type HeldDate, readDatesOf } from "./held-dates";

/** Lists what a buyer may make up, and the dates of other courses of the category for it; null if nothing. */
export async function listMakingUp(ctx: Context, purchase: Purchase, dates: HeldDate[]) {
  const missed = await findMissed(ctx.db, ctx, dates);
  if (missed.length === 0) return null;
  const offered = await listParallel(ctx.db, ctx, purchase, dates);
  return {
    missed: missed.map(({ booking, session }) => ({ id: booking.id, label: nameDate(session, ctx) })),
    offered: offered.map((session) => ({ id: session.id, label: `${nameDate(session, ctx)}: ${session.title}` })),
  };
}

/**
 * Returns the dates that may be made up, each once: those that the buyer gave up, and those over at which others were
 * checked in and the buyer was not.
 */
async function findMissed(db: Queryable, { clock }: Context, dates: HeldDate[]): Promise<HeldDate[]> {
  const now = clock.now();
  const over = dates.filter(({ booking, session }) => booking.status === "completed" && session.startTime <= now);
  const attended = await readAttended(db, over);
  return dates.filter((date) => {
    const { booking, session } = date;
    if (session.cancelledAt || booking.shareReturnedAt || booking.completedAt === null) return false;
    if (booking.makesUpForId !== null || dates.some((other) => other.booking.makesUpForId === booking.id)) return false;
    if (booking.status === "cancelled") return true;
    return attended.sessions.has(session.id) && !attended.bookings.has(booking.id) && over.includes(date);
  });
}

/** Returns the sessions with someone checked in, and the bookings that were. */
async function readAttended(db: Queryable, dates: HeldDate[]) {
  const ids = dates.map(({ session }) => session.id);
  const rows = await db
    .select({ bookingId: sessionBookings.id, sessionId: sessionBookings.sessionId, at: bookingTickets.checkedInAt })
    .from(bookingTickets)
    .innerJoin(sessionBookings, eq(sessionBookings.id, bookingTickets.bookingId))
    .where(inArray(sessionBookings.sessionId, ids));
  const present = rows.filter(({ at }) => at !== null);
  return {
    sessions: new Set(present.map(({ sessionId }) => sessionId)),
    bookings: new Set(present.map(({ bookingId }) => bookingId)),
  };
}

const mostOffered = 50;

/** Returns the sessions to come with a free place that are dates of another course of the same category. */
async function listParallel(
  db: Queryable,
  { clock }: Context,
  { productId }: Purchase,
  dates: HeldDate[],
): Promise<LiveSession[]> {
  const categories = [...new Set(dates.flatMap(({ session }) => session.category ?? []))];
  const own = dates.filter(({ booking }) => booking.status !== "cancelled").map(({ session }) => session.id);
  const ofCourse = db
    .select({ id: courseDates.sessionId })
    .from(courseDates)
    .where(eq(courseDates.productId, productId));
  const ofOthers = db
    .select({ id: courseDates.sessionId })
    .from(courseDates)
    .innerJoin(courseTerms, eq(courseTerms.productId, courseDates.productId))
    .innerJoin(products, and(eq(products.id, courseDates.productId), eq(products.isOn, true)));
  const rows = await db
    .select()
    .from(liveSessions)
    .where(
      and(
        inArray(liveSessions.category, categories),
        inArray(liveSessions.id, ofOthers),
        notInArray(liveSessions.id, ofCourse),
        own.length > 0 ? notInArray(liveSessions.id, own) : undefined,
        gt(liveSessions.startTime, clock.now()),
        eq(liveSessions.isPublished, true),
        isNull(liveSessions.cancelledAt),
      ),
    )
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(mostOffered);
  const places = await countPlaces(
    db,
    rows.map(({ id }) => id),
  );
  return rows.filter((session) => fits(session, places.get(session.id), 1));
}

type MakingUp = HeldCourseRef & { missed: string; to: string };

/**
 * Books a date of a parallel course in place of one that was given up or missed; no money moves. Safe to repeat. Throws
 * not_found, closed, sold_out.
 */
export async function makeUpDate(ctx: Context, { missed, to, ...ref }: MakingUp): Promise<void> {
  const { id } = await requireHeldCourse(ctx.db, ctx, ref);
  await inTransaction(
    ctx,
    async (tx) => {
      const [known] = await tx
        .select(bookingColumns)
        .from(sessionBookings)
        .leftJoin(bookingPayers, paysFor)
        .where(eq(sessionBookings.id, missed));
      if (known?.coursePurchaseId !== id) throw new DomainError("not_found", "This date is not one of your course.");
      const sessions = await lockSessions(tx, [known.sessionId, to]);
      await lockDates(tx, id);
      const purchase = one(await lockPurchases(tx, eq(purchases.id, id)), "purchase");
      const dates = await readDatesOf(tx, [id]);
      const before = dates.find(({ booking }) => booking.makesUpForId === missed);
      if (before?.session.id === to) return;
      await bookInstead(tx, ctx, { purchase, dates, missed, session: sessions.get(to) });
    },
    "That did not go through. Please try again.",
  );
}

type Exchange = { purchase: Purchase; dates: HeldDate[]; missed: string; session: LiveSession | undefined };

async function bookInstead(
  tx: Transaction,
  ctx: Context,
  { purchase, dates, missed, session }: Exchange,
): Promise<void> {
  const { terms } = await requireCourse(tx, purchase.productId);
  const isBooked = purchase.status === "paid" || purchase.status === "free";
  const found = (await findMissed(tx, ctx, dates)).find(({ booking }) => booking.id === missed);
  if (!terms.canMakeUp || !isBooked || !found) throw new DomainError("closed", "This date can’t be made up.");
  const offered = session && (await listParallel(tx, ctx, purchase, dates)).some(({ id }) => id === session.id);
  if (!session || !offered) throw new DomainError("sold_out", "No place is free on that date any more.");
  const { booking } = found;
  const now = ctx.clock.now();
  // The new date has the share: if it is cancelled in its turn, that goes back.
  await changePayers(tx, [booking.id], { share: 0 });
  const made = one(
    await insertDates(
      tx,
      [
        {
          sessionId: session.id,
          userId: booking.userId,
          attendeeFirstName: booking.attendeeFirstName,
          attendeeLastName: booking.attendeeLastName,
          attendeeEmail: booking.attendeeEmail,
          healthVersion: booking.healthVersion,
          termsVersion: booking.termsVersion,
          privacyVersion: booking.privacyVersion,
          listPriceMinor: 0,
          totalMinor: 0,
          currency: booking.currency,
          payer: {
            kind: "course",
            purchaseId: purchase.id,
            share: booking.payerShare ?? 0,
            makesUpForId: booking.id,
          },
          formKey: randomUUID(),
          timeZone: booking.timeZone,
          createdAt: now,
        },
      ],
      { isDone: true, now },
    ),
    "booking",
  );
  await mailBooking(tx, ctx, { booking: made, session });
}
