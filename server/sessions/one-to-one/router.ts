import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { bookSlot } from "./book-slot";
import { getOffer, listOffers } from "./get-offer";
import { createOffer, editOffer, getNewOffer, getOfferToEdit, listOfficeOffers } from "./manage-offers";
import { editedOffer, newOfferForm, officeOfferRef } from "./office-schemas";
import { newSlotBooking, offerPageRef, slotFormRef } from "./schemas";
import { getSlotForm } from "./slot-form";

export const oneToOneRouter = router({
  list: publicProcedure.query(({ ctx }) => listOffers(ctx)),
  get: publicProcedure.input(offerPageRef).query(({ ctx, input }) => getOffer(ctx, input)),
  getForm: publicProcedure.input(slotFormRef).query(({ ctx, input }) => getSlotForm(ctx, input)),
  book: publicProcedure.input(newSlotBooking).mutation(({ ctx, input }) => bookSlot(ctx, input)),
  admin: router({
    list: adminProcedure.query(({ ctx }) => listOfficeOffers(ctx)),
    getNew: adminProcedure.query(({ ctx }) => getNewOffer(ctx)),
    getForm: adminProcedure.input(officeOfferRef).query(({ ctx, input }) => getOfferToEdit(ctx, input)),
    create: adminProcedure.input(newOfferForm).mutation(({ ctx, input }) => createOffer(ctx, input)),
    edit: adminProcedure.input(editedOffer).mutation(({ ctx, input }) => editOffer(ctx, input)),
  }),
});
