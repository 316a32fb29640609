import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { leaveCheckout } from "../../payments/release";
import { bookingFailed, type BookingResult, bookLocked, finishBooking } from "../bookings/book/create-booking";
import { placeOrder } from "../order/place-order";
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
import {
  insertSession,
  onePlace,
  requireFreeSlot,
  sessionOfSlot,
  slotTaken,
  uuidOf,
} from "../free-times/session-of-slot";

/**
 * Books a free time: makes a session with one place and books or holds it, in one transaction. The same form key again
 * returns the same result. Throws not_found, closed (asked for instead), sold_out, and what `createBooking` throws.
 */
export async function bookSlot(ctx: Context, input: NewSlotBooking): Promise<BookingResult> {
  const shown = await requireOfferOnSale(ctx.db, input.offer);
  if (shown.offer.needsApproval) throw new DomainError("closed", "This session is booked on request.");
  const { start, formKey } = input;
  const offerId = shown.offer.id;
  const id = uuidOf("slot", offerId, start.toISOString(), formKey);
  const booked = await placeOrder(ctx, input, {
    isAttended: true,
    failure: bookingFailed,
    soldOut: slotTaken,
    async prepare() {
      await leaveOtherHold(ctx, offerId, formKey);
      return askCalendar(ctx, aroundOf(shown, periodOf(start)));
    },
    async take(tx, ordered, calendar) {
      // First, so that a form that is sent twice at once finds its session.
      await lockInstructor(tx);
      const again = await lockSessionIfAny(tx, id);
      const session = again ?? (await holdSlot(tx, ctx, { id, offerId, start, calendar, answers: ordered }));
      return bookLocked(tx, ctx, session, { ...ordered, sessionId: id, ...onePlace });
    },
  });
  return finishBooking(ctx, booked);
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
