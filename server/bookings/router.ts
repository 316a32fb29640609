import { publicProcedure, router } from "../trpc/init";
import { cancelBooking } from "./cancel-booking";
import { createBooking } from "./create-booking";
import { getBookingForm } from "./get-booking-form";
import { getConfirmation } from "./get-confirmation";
import { getManagedBooking } from "./get-managed-booking";
import { getPending } from "./get-pending";
import { listLiveBookings } from "./list-live-bookings";
import { releaseCheckout } from "./release-checkout";
import { resumePayment } from "./resume-payment";
import { bookingFormRef, bookingRef, managedRef, newBooking, sessionRef } from "./schemas";

export const bookingsRouter = router({
  getForm: publicProcedure.input(bookingFormRef).query(({ ctx, input }) => getBookingForm(ctx, input)),
  getMine: publicProcedure.input(sessionRef).query(({ ctx, input }) => listLiveBookings(ctx, input)),
  getPending: publicProcedure.input(sessionRef).query(({ ctx, input }) => getPending(ctx, input)),
  resumePayment: publicProcedure.input(sessionRef).mutation(({ ctx, input }) => resumePayment(ctx, input)),
  create: publicProcedure.input(newBooking).mutation(({ ctx, input }) => createBooking(ctx, input)),
  getConfirmation: publicProcedure.input(bookingRef).query(({ ctx, input }) => getConfirmation(ctx, input)),
  getManaged: publicProcedure.input(managedRef).query(({ ctx, input }) => getManagedBooking(ctx, input)),
  cancel: publicProcedure.input(managedRef).mutation(({ ctx, input }) => cancelBooking(ctx, input)),
  releaseCheckout: publicProcedure.input(bookingRef).mutation(({ ctx, input }) => releaseCheckout(ctx, input)),
});
