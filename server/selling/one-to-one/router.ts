import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { askForSlot } from "./ask-for-slot";
import { bookRequest, getRequestForm } from "./book-request";
import { bookSlot } from "./book-slot";
import { getOffer, isAnyOfferSold, listOffers } from "./get-offer";
import { listFreeTimes } from "./list-free-times";
import { createOffer, editOffer, getNewOffer, getOfferToEdit, listOfficeOffers } from "./manage-offers";
import { editedOffer, newOfferForm, officeOfferRef } from "./office-schemas";
import { decideRequest, getRequest, listRequests, withdrawRequest } from "./requests";
import {
  newRequest,
  newRequestBooking,
  newSlotBooking,
  offerPageRef,
  requestDecision,
  requestFormRef,
  requestRef,
  slotFormRef,
} from "./schemas";
import { getSlotForm } from "./slot-form";
import { confirmRequest } from "./unconfirmed";

export const oneToOneRouter = router({
  list: publicProcedure.query(({ ctx }) => listOffers(ctx)),
  isAnySold: publicProcedure.query(({ ctx }) => isAnyOfferSold(ctx.db)),
  listFreeTimes: publicProcedure.query(({ ctx }) => listFreeTimes(ctx)),
  get: publicProcedure.input(offerPageRef).query(({ ctx, input }) => getOffer(ctx, input)),
  getForm: publicProcedure.input(slotFormRef).query(({ ctx, input }) => getSlotForm(ctx, input)),
  book: publicProcedure.input(newSlotBooking).mutation(({ ctx, input }) => bookSlot(ctx, input)),
  ask: publicProcedure.input(newRequest).mutation(({ ctx, input }) => askForSlot(ctx, input)),
  requests: router({
    get: publicProcedure.input(requestRef).query(({ ctx, input }) => getRequest(ctx, input)),
    getForm: publicProcedure.input(requestFormRef).query(({ ctx, input }) => getRequestForm(ctx, input)),
    book: publicProcedure.input(newRequestBooking).mutation(({ ctx, input }) => bookRequest(ctx, input)),
    confirm: publicProcedure.input(requestRef).mutation(({ ctx, input }) => confirmRequest(ctx, input)),
    withdraw: publicProcedure.input(requestRef).mutation(({ ctx, input }) => withdrawRequest(ctx, input)),
    list: adminProcedure.query(({ ctx }) => listRequests(ctx)),
    decide: adminProcedure.input(requestDecision).mutation(({ ctx, input }) => decideRequest(ctx, input)),
  }),
  admin: router({
    list: adminProcedure.query(({ ctx }) => listOfficeOffers(ctx)),
    getNew: adminProcedure.query(({ ctx }) => getNewOffer(ctx)),
    getForm: adminProcedure.input(officeOfferRef).query(({ ctx, input }) => getOfferToEdit(ctx, input)),
    create: adminProcedure.input(newOfferForm).mutation(({ ctx, input }) => createOffer(ctx, input)),
    edit: adminProcedure.input(editedOffer).mutation(({ ctx, input }) => editOffer(ctx, input)),
  }),
});
