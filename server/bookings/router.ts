import { publicProcedure, router } from "../trpc/init";
import { createBooking } from "./create-booking";
import { getBookingForm } from "./get-booking-form";
import { getConfirmation } from "./get-confirmation";
import { releaseCheckout } from "./release-checkout";
import { bookingRef, newBooking, sessionRef } from "./schemas";

export const bookingsRouter = router({
  getForm: publicProcedure.input(sessionRef).query(({ ctx, input }) => getBookingForm(ctx, input)),
  create: publicProcedure.input(newBooking).mutation(({ ctx, input }) => createBooking(ctx, input)),
  getConfirmation: publicProcedure.input(bookingRef).query(({ ctx, input }) => getConfirmation(ctx, input)),
  releaseCheckout: publicProcedure.input(bookingRef).mutation(({ ctx, input }) => releaseCheckout(ctx, input)),
});
