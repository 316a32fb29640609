import { publicProcedure, router } from "../../core/trpc";
import { bookSlot } from "./book-slot";
import { getOffer, listOffers } from "./get-offer";
import { newSlotBooking, offerPageRef, slotFormRef } from "./schemas";
import { getSlotForm } from "./slot-form";

export const oneToOneRouter = router({
  list: publicProcedure.query(({ ctx }) => listOffers(ctx)),
  get: publicProcedure.input(offerPageRef).query(({ ctx, input }) => getOffer(ctx, input)),
  getForm: publicProcedure.input(slotFormRef).query(({ ctx, input }) => getSlotForm(ctx, input)),
  book: publicProcedure.input(newSlotBooking).mutation(({ ctx, input }) => bookSlot(ctx, input)),
});
