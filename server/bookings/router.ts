import { memberProcedure, publicProcedure, router } from "../trpc/init";
import { attendeesRouter } from "./attendees/router";
import { cancelBooking, cancelTicket } from "./cancel-booking";
import { createBooking } from "./create-booking";
import { getBookingForm } from "./booking-form";
import { getBookingReceipt, listMyBookings } from "./my-bookings";
import { getConfirmation } from "./get-confirmation";
import { getManagedBooking } from "./get-managed-booking";
import { getPending, resumePayment } from "./pending-payment";
import { listLiveBookings } from "./my-places";
import { listMySessions } from "./my-sessions";
import { leaveCheckout } from "../payments/release";
import {
  bookingFormRef,
  bookingRef,
  managedRef,
  myBookingsFilter,
  mySessionsFilter,
  newBooking,
  sessionRef,
  ticketRef,
} from "./schemas";

export const bookingsRouter = router({
  attendees: attendeesRouter,
  getForm: publicProcedure.input(bookingFormRef).query(({ ctx, input }) => getBookingForm(ctx, input)),
  getMine: publicProcedure.input(sessionRef).query(({ ctx, input }) => listLiveBookings(ctx, input)),
  getPending: publicProcedure.input(sessionRef).query(({ ctx, input }) => getPending(ctx, input)),
  resumePayment: publicProcedure.input(sessionRef).mutation(({ ctx, input }) => resumePayment(ctx, input)),
  create: publicProcedure.input(newBooking).mutation(({ ctx, input }) => createBooking(ctx, input)),
  getConfirmation: publicProcedure.input(bookingRef).query(({ ctx, input }) => getConfirmation(ctx, input)),
  getManaged: publicProcedure.input(managedRef).query(({ ctx, input }) => getManagedBooking(ctx, input)),
  cancel: publicProcedure.input(managedRef).mutation(({ ctx, input }) => cancelBooking(ctx, input)),
  cancelTicket: publicProcedure.input(ticketRef).mutation(({ ctx, input }) => cancelTicket(ctx, input)),
  listMine: memberProcedure.input(myBookingsFilter).query(({ ctx, input }) => listMyBookings(ctx, input)),
  listMySessions: memberProcedure.input(mySessionsFilter).query(({ ctx, input }) => listMySessions(ctx, input)),
  getReceipt: memberProcedure.input(bookingRef).query(({ ctx, input }) => getBookingReceipt(ctx, input)),
  releaseCheckout: publicProcedure.input(bookingRef).mutation(({ ctx, input }) => leaveCheckout(ctx, input)),
});
