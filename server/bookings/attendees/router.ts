import { syncForPage } from "../../payments/stripe-failure";
import { adminProcedure, router } from "../../trpc/init";
import { sessionRef } from "../schemas";
import { addAttendee, getAttendeeForm } from "./add-attendee";
import { checkIn } from "./check-in";
import { correctAddress, getAddressForm } from "./correct-address";
import { cancelAttendeeTicket, getRemoval, removeAttendee } from "./remove-attendee";
import { listArrivals } from "./list-arrivals";
import { listAttendees } from "./list-attendees";
import { markPaid, setAttendeeNote, syncAttendee } from "./update-attendee";
import { getMessageForm, messageAttendees } from "./message-attendees";
import {
  arrivalSearch,
  attendeeRef,
  attendeeSearch,
  cancelledTicket,
  checkIn as checkInInput,
  correctedAddress,
  newAttendee,
  newMessage,
  noteForm,
  removal,
} from "./schemas";

export const attendeesRouter = router({
  list: adminProcedure.input(attendeeSearch).query(({ ctx, input }) => listAttendees(ctx, input)),
  listArrivals: adminProcedure.input(arrivalSearch).query(({ ctx, input }) => listArrivals(ctx, input)),
  getForm: adminProcedure.input(sessionRef).query(({ ctx, input }) => getAttendeeForm(ctx, input)),
  add: adminProcedure.input(newAttendee).mutation(({ ctx, input }) => addAttendee(ctx, input)),
  getRemoval: adminProcedure.input(attendeeRef).query(({ ctx, input }) => getRemoval(ctx, input)),
  remove: adminProcedure.input(removal).mutation(({ ctx, input }) => removeAttendee(ctx, input)),
  checkIn: adminProcedure.input(checkInInput).mutation(({ ctx, input }) => checkIn(ctx, input)),
  cancelTicket: adminProcedure.input(cancelledTicket).mutation(({ ctx, input }) => cancelAttendeeTicket(ctx, input)),
  note: adminProcedure.input(noteForm).mutation(({ ctx, input }) => setAttendeeNote(ctx, input)),
  getAddressForm: adminProcedure.input(attendeeRef).query(({ ctx, input }) => getAddressForm(ctx, input)),
  correctAddress: adminProcedure.input(correctedAddress).mutation(({ ctx, input }) => correctAddress(ctx, input)),
  markPaid: adminProcedure.input(attendeeRef).mutation(({ ctx, input }) => markPaid(ctx, input)),
  sync: adminProcedure.input(attendeeRef).mutation(({ ctx, input }) => syncForPage(() => syncAttendee(ctx, input))),
  getMessageForm: adminProcedure.input(sessionRef).query(({ ctx, input }) => getMessageForm(ctx, input)),
  message: adminProcedure.input(newMessage).mutation(({ ctx, input }) => messageAttendees(ctx, input)),
});
