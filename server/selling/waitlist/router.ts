import { acceptOffer } from "../bookings/book/accept-offer";
import { acceptance } from "../bookings/schemas";
import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { getWaitlistEntry, getWaitlistForm, joinWaitlist, leaveWaitlist } from "./own-entry";
import { getEntry, listLine, moveInLine, offerPlace, previewOffer, removeEntry } from "./manage-line";
import { declineOffer } from "./offers";
import { keyedEntryRef, entryId, lineQuery, lineRef, moveForm, newEntry } from "./schemas";

const lineRouter = router({
  list: adminProcedure.input(lineQuery).query(({ ctx, input }) => listLine(ctx, input)),
  get: adminProcedure.input(entryId).query(({ ctx, input }) => getEntry(ctx, input)),
  remove: adminProcedure.input(entryId).mutation(({ ctx, input }) => removeEntry(ctx, input)),
  previewOffer: adminProcedure.input(entryId).query(({ ctx, input }) => previewOffer(ctx, input)),
  offer: adminProcedure.input(entryId).mutation(({ ctx, input }) => offerPlace(ctx, input)),
  move: adminProcedure.input(moveForm).mutation(({ ctx, input }) => moveInLine(ctx, input)),
});

/** Procedures for all, because an entry is opened by its key. */
export const waitlistRouter = router({
  line: lineRouter,
  getForm: publicProcedure.input(lineRef).query(({ ctx, input }) => getWaitlistForm(ctx, input)),
  join: publicProcedure.input(newEntry).mutation(({ ctx, input }) => joinWaitlist(ctx, input)),
  get: publicProcedure.input(keyedEntryRef).query(({ ctx, input }) => getWaitlistEntry(ctx, input)),
  accept: publicProcedure.input(acceptance).mutation(({ ctx, input }) => acceptOffer(ctx, input)),
  decline: publicProcedure.input(keyedEntryRef).mutation(({ ctx, input }) => declineOffer(ctx, input)),
  leave: publicProcedure.input(keyedEntryRef).mutation(({ ctx, input }) => leaveWaitlist(ctx, input)),
});
