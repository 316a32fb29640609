import { adminProcedure, router } from "../../core/trpc";
import { findBlocking } from "../../selling/free-times/blocking-calendars";
import { listCalendars } from "./list-calendars";
import { chooseCalendars, connectAccount, disconnectAccount } from "./manage-account";
import { addAddress, chooseInvitations, removeAddress, testCalendar } from "./manage-addresses";
import { accountForm, calendarChoice, calendarRef, disconnectForm, invitationChoice, newAddressForm } from "./schemas";

export const calendarsRouter = router({
  list: adminProcedure.query(({ ctx }) => listCalendars(ctx)),
  listBlocking: adminProcedure.query(({ ctx }) => findBlocking(ctx)),
  addAddress: adminProcedure.input(newAddressForm).mutation(({ ctx, input }) => addAddress(ctx, input)),
  removeAddress: adminProcedure.input(calendarRef).mutation(({ ctx, input }) => removeAddress(ctx, input)),
  test: adminProcedure.input(calendarRef).mutation(({ ctx, input }) => testCalendar(ctx, input)),
  connect: adminProcedure.input(accountForm).mutation(({ ctx, input }) => connectAccount(ctx, input)),
  chooseInvitations: adminProcedure.input(invitationChoice).mutation(({ ctx, input }) => chooseInvitations(ctx, input)),
  choose: adminProcedure.input(calendarChoice).mutation(({ ctx, input }) => chooseCalendars(ctx, input)),
  disconnect: adminProcedure
    .input(disconnectForm.default({ removesSessions: false }))
    .mutation(({ ctx, input }) => disconnectAccount(ctx, input)),
});
