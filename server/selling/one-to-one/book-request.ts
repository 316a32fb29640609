import { oneToOneRequests } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { showBookingForm } from "../bookings/book/booking-form";
import { bookingFailed, type BookingResult, bookLocked, finishBooking } from "../bookings/book/create-booking";
import { placeOrder, unprepared } from "../order/place-order";
import { countOwnHolds, countPlacesOf } from "../../catalogue/schedule/places";
import { isBookable, lockRequest, requireRequest } from "./requests";
import { onePlace, slotTaken } from "../free-times/session-of-slot";
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
export async function bookRequest(ctx: Context, { id, key, ...input }: NewRequestBooking): Promise<BookingResult> {
  await requireRequest(ctx.db, { id, key });
  const booked = await placeOrder(ctx, input, {
    isAttended: true,
    prepare: unprepared,
    failure: bookingFailed,
    soldOut: slotTaken,
    async take(tx, ordered) {
      const { request, session } = await lockRequest(tx, id);
      if (request.status !== "booked" && !isBookable(request, ctx.clock.now())) {
        throw new DomainError("closed", "This time is no longer held for you.", { ending: "gone" });
      }
      const made = await bookLocked(tx, ctx, session, { ...ordered, sessionId: session.id, ...onePlace });
      await tx.update(oneToOneRequests).set({ status: "booked" }).where(eq(oneToOneRequests.id, id));
      return made;
    },
  });
  return finishBooking(ctx, booked);
}
