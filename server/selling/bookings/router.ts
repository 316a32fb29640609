/*
 * What can be done with a booking. Each thing has a folder, here in the order in which a booking meets them:
 *
 * - book: the form, the place that is taken or held, taking an offered place
 * - pay: by card, by pass, by hand; what the payment means for the booking; how many holds wait unpaid
 * - show: to its attendee and its member, in lists, as a calendar file; the way into the room
 * - move: to another session
 * - cancel: by the attendee, and giving a place back for whatever reason (release)
 * - attendees: what the admin does with the bookings of one session, check-in included
 * - mails: what is mailed of all this
 * - health: the note, sealed and deleted in time
 *
 * Beside this file is what they share: the statuses (transitions), the locks (lock), the places of one booking (tickets), until
 * when it can be cancelled (cancellation), and what is typed (schemas).
 */
import { syncForPage } from "../../payments/stripe-failure";
import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { addAttendee, getAttendeeForm } from "./attendees/add-attendee";
import { checkIn, listArrivals } from "./attendees/check-in";
import { correctAddress, getAddressForm } from "./attendees/correct-address";
import { listAttendees } from "./attendees/list-attendees";
import { getMessageForm, messageAttendees, previewMessage } from "./attendees/message-attendees";
import { getAttendeeMoveForm, moveAttendee } from "./attendees/move-attendee";
import { cancelAttendeeTicket, getRemoval, getTicketRemoval, removeAttendee } from "./attendees/remove-attendee";
import {
  arrivalSearch,
  attendeeMove,
  attendeeMoveRef,
  attendeeRef,
  attendeeResend,
  attendeeSearch,
  attendeeTicketRef,
  cancelledTicket,
  checkIn as checkInInput,
  correctedAddress,
  newAttendee,
  messageTarget,
  newMessage,
  noteForm,
  removal,
} from "./attendees/schemas";
import { markPaid, setAttendeeNote, syncAttendee } from "./attendees/update-attendee";
import { getBookingForm, getTerms } from "./book/booking-form";
import { cancelBooking, cancelTicket } from "./cancel/cancel-booking";
import { createBooking } from "./book/create-booking";
import { getConfirmation } from "./show/get-confirmation";
import { getManagedBooking } from "./show/get-managed-booking";
import { getJoining } from "./show/join-session";
import { requestBookingLinks, resendConfirmation, resendToAttendee } from "./mails/mailed-links";
import { getBookingReceipt, listMyBookings } from "./show/my-bookings";
import { listLiveBookings } from "./show/my-places";
import { listMySessions } from "./show/my-sessions";
import { moveToSession } from "./move/move-booking";
import { getMoveForm } from "./move/moves";
import { getPending, resumePayment } from "./pay/pending-payment";
import {
  bookingFormRef,
  bookingLinksForm,
  bookingRef,
  confirmationResend,
  managedRef,
  moveFormRef,
  myBookingsFilter,
  mySessionsFilter,
  newBooking,
  newMove,
  sessionRef,
  ticketRef,
} from "./schemas";

const attendeesRouter = router({
  list: adminProcedure.input(attendeeSearch).query(({ ctx, input }) => listAttendees(ctx, input)),
  listArrivals: adminProcedure.input(arrivalSearch).query(({ ctx, input }) => listArrivals(ctx, input)),
  getForm: adminProcedure.input(sessionRef).query(({ ctx, input }) => getAttendeeForm(ctx, input)),
  add: adminProcedure.input(newAttendee).mutation(({ ctx, input }) => addAttendee(ctx, input)),
  getRemoval: adminProcedure.input(attendeeRef).query(({ ctx, input }) => getRemoval(ctx, input)),
  getTicketRemoval: adminProcedure.input(attendeeTicketRef).query(({ ctx, input }) => getTicketRemoval(ctx, input)),
  remove: adminProcedure.input(removal).mutation(({ ctx, input }) => removeAttendee(ctx, input)),
  checkIn: adminProcedure.input(checkInInput).mutation(({ ctx, input }) => checkIn(ctx, input)),
  cancelTicket: adminProcedure.input(cancelledTicket).mutation(({ ctx, input }) => cancelAttendeeTicket(ctx, input)),
  getMoveForm: adminProcedure.input(attendeeMoveRef).query(({ ctx, input }) => getAttendeeMoveForm(ctx, input)),
  move: adminProcedure.input(attendeeMove).mutation(({ ctx, input }) => moveAttendee(ctx, input)),
  resend: adminProcedure.input(attendeeResend).mutation(({ ctx, input }) => resendToAttendee(ctx, input)),
  note: adminProcedure.input(noteForm).mutation(({ ctx, input }) => setAttendeeNote(ctx, input)),
  getAddressForm: adminProcedure.input(attendeeRef).query(({ ctx, input }) => getAddressForm(ctx, input)),
  correctAddress: adminProcedure.input(correctedAddress).mutation(({ ctx, input }) => correctAddress(ctx, input)),
  markPaid: adminProcedure.input(attendeeRef).mutation(({ ctx, input }) => markPaid(ctx, input)),
  sync: adminProcedure.input(attendeeRef).mutation(({ ctx, input }) => syncForPage(() => syncAttendee(ctx, input))),
  getMessageForm: adminProcedure.input(messageTarget).query(({ ctx, input }) => getMessageForm(ctx, input)),
  previewMessage: adminProcedure.input(newMessage).query(({ ctx, input }) => previewMessage(ctx, input)),
  message: adminProcedure.input(newMessage).mutation(({ ctx, input }) => messageAttendees(ctx, input)),
});

export const bookingsRouter = router({
  attendees: attendeesRouter,
  getForm: publicProcedure.input(bookingFormRef).query(({ ctx, input }) => getBookingForm(ctx, input)),
  getMine: publicProcedure.input(sessionRef).query(({ ctx, input }) => listLiveBookings(ctx, input)),
  getTerms: publicProcedure.input(sessionRef).query(({ ctx, input }) => getTerms(ctx, input)),
  getPending: publicProcedure.input(sessionRef).query(({ ctx, input }) => getPending(ctx, input)),
  resumePayment: publicProcedure.input(sessionRef).mutation(({ ctx, input }) => resumePayment(ctx, input)),
  create: publicProcedure.input(newBooking).mutation(({ ctx, input }) => createBooking(ctx, input)),
  getConfirmation: publicProcedure.input(bookingRef).query(({ ctx, input }) => getConfirmation(ctx, input)),
  getManaged: publicProcedure.input(managedRef).query(({ ctx, input }) => getManagedBooking(ctx, input)),
  getJoining: publicProcedure.input(managedRef).query(({ ctx, input }) => getJoining(ctx, input)),
  resendConfirmation: publicProcedure
    .input(confirmationResend)
    .mutation(({ ctx, input }) => resendConfirmation(ctx, input)),
  requestLinks: publicProcedure.input(bookingLinksForm).mutation(({ ctx, input }) => requestBookingLinks(ctx, input)),
  cancel: publicProcedure.input(managedRef).mutation(({ ctx, input }) => cancelBooking(ctx, input)),
  cancelTicket: publicProcedure.input(ticketRef).mutation(({ ctx, input }) => cancelTicket(ctx, input)),
  getMoveForm: publicProcedure.input(moveFormRef).query(({ ctx, input }) => getMoveForm(ctx, input)),
  move: publicProcedure.input(newMove).mutation(({ ctx, input }) => moveToSession(ctx, input)),
  listMine: memberProcedure.input(myBookingsFilter).query(({ ctx, input }) => listMyBookings(ctx, input)),
  listMySessions: memberProcedure.input(mySessionsFilter).query(({ ctx, input }) => listMySessions(ctx, input)),
  getReceipt: memberProcedure.input(bookingRef).query(({ ctx, input }) => getBookingReceipt(ctx, input)),
});
