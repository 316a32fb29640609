import { isTimeTaken } from "@db/errors";
import { oneToOneRequests } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { limitBookingRate } from "../../core/rate-limits";
import { inTransaction } from "../../core/transaction";
import { limitConsents } from "../../platform/mail/confirm-consent";
import { findCards } from "../../catalogue/gift-cards/find-cards";
import { codesIn } from "../../catalogue/gift-cards/schemas";
import { findHealthStatement, showBookingForm } from "../bookings/book/booking-form";
import { bookLocked, type BookingResult, finishBooking } from "../bookings/book/create-booking";
import { countOwnHolds, countPlacesOf } from "../../catalogue/schedule/places";
import { isBookable, lockRequest, requireRequest } from "./requests";
import { slotTaken } from "../free-times/session-of-slot";
import type { NewRequestBooking, RequestFormRef } from "./schemas";

/** Returns the form that books an approved request. Throws not_found. */
export async function getRequestForm(ctx: Context, { id, key, ...query }: RequestFormRef) {
  const { request, session } = await requireRequest(ctx.db, { id, key });
  const places = await countPlacesOf(ctx.db, session.id);
  const ownHolds = (await countOwnHolds(ctx, [session.id])).get(session.id) ?? 0;
  const shown = { session, places, ownHolds, onlyCourse: null };
  const form = await showBookingForm(ctx, shown, { ...query, quantity: 1 });
  const { firstName, lastName, email } = request;
  return {
    form: { ...form, hasWaitlist: false, placesLeft: null },
    contact: { firstName, lastName, email },
    canBook: isBookable(request, ctx.clock.now()),
  };
}

/** Books an approved request. The same form key again returns the same result. Throws closed and what `bookSlot` throws. */
export async function bookRequest(ctx: Context, { id, key, ...typed }: NewRequestBooking): Promise<BookingResult> {
  await requireRequest(ctx.db, { id, key });
  await limitBookingRate(ctx, typed);
  const input = await limitConsents(ctx, typed);
  const health = await findHealthStatement(ctx.db, ctx);
  const cards = await findCards(ctx, codesIn(input));
  try {
    const made = await inTransaction(
      ctx,
      async (tx) => {
        const { request, session } = await lockRequest(tx, id);
        if (request.status !== "booked" && !isBookable(request, ctx.clock.now())) {
          throw new DomainError("closed", "This time is no longer held for you.", { ending: "gone" });
        }
        // The time is for one booking, so none is asked about.
        const facts = { ...input, quantity: 1, another: true, sessionId: session.id, health, cards };
        const booking = await bookLocked(tx, ctx, session, facts);
        await tx.update(oneToOneRequests).set({ status: "booked" }).where(eq(oneToOneRequests.id, id));
        return { booking, session };
      },
      "Failed to book session. Please try again.",
    );
    return await finishBooking(ctx, made.booking, made.session);
  } catch (error) {
    if (isTimeTaken(error)) throw slotTaken(error);
    throw error;
  }
}
