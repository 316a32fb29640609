import { isCapacityExceeded, isTimeTaken } from "@db/errors";
import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { limitBookingRate } from "../../core/rate-limits";
import { inTransaction } from "../../core/transaction";
import { limitConsents } from "../../platform/mail/confirm-consent";
import { findCards } from "../../catalogue/gift-cards/find-cards";
import { codesIn } from "../../catalogue/gift-cards/schemas";
import { leaveCheckout } from "../../payments/release";
import { findHealthStatement } from "../bookings/book/booking-form";
import { bookLocked, type BookingResult, finishBooking } from "../bookings/book/create-booking";
import { lockSessionIfAny } from "../../catalogue/schedule/find-session";
import { lockInstructor } from "../../catalogue/schedule/instructor-time";
import { whereHeldBy } from "../../catalogue/schedule/whose-bookings";
import { readAnswers, storeAnswers } from "../free-times/answers";
import { askCalendar } from "../free-times/busy-times";
import { aroundOf, periodOf } from "../free-times/find-slots";
import { readOfferRates, readQuestions, requireOfferOnSale } from "../free-times/offers";
import type { TypedAnswers } from "../free-times/answer-fields";
import type { NewSlotBooking } from "./schemas";
import type { TimeSpan } from "../free-times/slots";
import { insertSession, requireFreeSlot, sessionOfSlot, slotTaken, uuidOf } from "../free-times/session-of-slot";

/**
 * Books a free time: makes a session with one place and books or holds it, in one transaction. The same form key again
 * returns the same result. Throws not_found, closed (asked for instead), sold_out, and what `createBooking` throws.
 */
export async function bookSlot(ctx: Context, typed: NewSlotBooking): Promise<BookingResult> {
  const shown = await requireOfferOnSale(ctx.db, typed.offer);
  if (shown.offer.needsApproval) throw new DomainError("closed", "This session is booked on request.");
  await limitBookingRate(ctx, typed);
  const { offer: _, start, ...input } = await limitConsents(ctx, typed);
  await leaveOtherHold(ctx, shown.offer.id, input.formKey);
  const calendar = await askCalendar(ctx, aroundOf(shown, periodOf(start)));
  const health = await findHealthStatement(ctx.db, ctx);
  const cards = await findCards(ctx, codesIn(input));
  const id = uuidOf("slot", shown.offer.id, start.toISOString(), input.formKey);
  try {
    const made = await inTransaction(
      ctx,
      async (tx) => {
        // First, so that a form that is sent twice at once finds its session.
        await lockInstructor(tx);
        const again = await lockSessionIfAny(tx, id);
        const wish = { id, offerId: shown.offer.id, start, calendar, answers: input };
        const session = again ?? (await holdSlot(tx, ctx, wish));
        const facts = { ...input, quantity: 1, another: true, sessionId: id, health, cards };
        return { session, booking: await bookLocked(tx, ctx, session, facts) };
      },
      "Failed to book session. Please try again.",
    );
    return await finishBooking(ctx, made.booking, made.session);
  } catch (error) {
    if (isTimeTaken(error) || isCapacityExceeded(error)) throw slotTaken(error);
    throw error;
  }
}

type HeldSlot = { id: string; offerId: string; start: Date; calendar: TimeSpan[]; answers: TypedAnswers };

/** Makes the session that holds a free time, with what was answered. Throws not_found, sold_out, invalid. */
export async function holdSlot(
  tx: Transaction,
  ctx: Context,
  { id, answers, ...wish }: HeldSlot,
): Promise<LiveSession> {
  const { offer } = await requireFreeSlot(tx, ctx, wish);
  const given = readAnswers(await readQuestions(tx, offer.id), answers);
  const slot = sessionOfSlot(offer, { start: wish.start, now: ctx.clock.now() });
  const session = await insertSession(tx, { ...slot, id }, await readOfferRates(tx, offer));
  await storeAnswers(tx, ctx.settings, { sessionId: id, answers: given });
  return session;
}

/** Ends the visitor's other unpaid booking of the offer: its time and its code are free for this one. */
async function leaveOtherHold(ctx: Context, offerId: string, formKey: string): Promise<void> {
  const isHeld = whereHeldBy(ctx);
  if (!isHeld) return;
  const held = await ctx.db
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(isHeld, eq(liveSessions.offerId, offerId), ne(sessionBookings.formKey, formKey)));
  for (const { id } of held) await leaveCheckout(ctx, { kind: "booking", id });
}
