import { acceptance, sessionRef } from "../bookings/schemas";
import { publicProcedure, router } from "../trpc/init";
import { acceptOffer } from "../bookings/accept-offer";
import { declineOffer } from "./offers";
import { getWaitlistEntry } from "./get-waitlist-entry";
import { getWaitlistForm, joinWaitlist, leaveWaitlist } from "./join-waitlist";
import { lineRouter } from "./line/router";
import { entryRef, newEntry } from "./schemas";

/** For everybody: an entry is opened by its key, not by who is signed in. The whole line is the instructor's. */
export const waitlistRouter = router({
  line: lineRouter,
  getForm: publicProcedure.input(sessionRef).query(({ ctx, input }) => getWaitlistForm(ctx, input)),
  join: publicProcedure.input(newEntry).mutation(({ ctx, input }) => joinWaitlist(ctx, input)),
  get: publicProcedure.input(entryRef).query(({ ctx, input }) => getWaitlistEntry(ctx, input)),
  accept: publicProcedure.input(acceptance).mutation(({ ctx, input }) => acceptOffer(ctx, input)),
  decline: publicProcedure.input(entryRef).mutation(({ ctx, input }) => declineOffer(ctx, input)),
  leave: publicProcedure.input(entryRef).mutation(({ ctx, input }) => leaveWaitlist(ctx, input)),
});
