import type { Context } from "../../core/context";
import { showBookingForm } from "../bookings/book/booking-form";
import { showQuestions } from "../free-times/answers";
import { findSlots, periodOf } from "../free-times/find-slots";
import { readOfferRates, readQuestions, requireOfferOnSale } from "../free-times/offers";
import type { SlotFormRef } from "./schemas";
import { sessionOfSlot } from "../free-times/session-of-slot";

/** Returns the form that books a time, as that of a session; `sold_out` if it is no longer free. Throws not_found. */
export async function getSlotForm(ctx: Context, { offer: name, start, ...query }: SlotFormRef) {
  const found = await requireOfferOnSale(ctx.db, name);
  const { offer } = found;
  const [slot] = await findSlots(ctx, found, periodOf(start));
  const taken = slot?.getTime() === start.getTime() ? 0 : 1;
  const priceRates = await readOfferRates(ctx.db, offer);
  const session = sessionOfSlot(offer, { start, now: ctx.clock.now() });
  const shown = { session, places: { taken, booked: taken }, ownHolds: 0, onlyCourse: null, priceRates };
  const form = await showBookingForm(ctx, shown, { ...query, quantity: 1 });
  return {
    // A time that is taken has no waitlist.
    form: { ...form, hasWaitlist: false },
    ...showQuestions(await readQuestions(ctx.db, offer.id)),
    slug: offer.slug,
    offerId: offer.id,
    needsApproval: offer.needsApproval,
  };
}
