import { memberProcedure, router } from "../../core/trpc";
import { deleteOwnAccount, getDeletion } from "./deletion";
import { exportData } from "./export-data";
import { getHome } from "./get-home";
import { listOwnPages } from "./list-own-pages";
import { getProfile, listOpenings, pickCurrency, setUnsubscribed, updateProfile } from "./profile";
import { announcementsForm, deletionForm, pickedCurrency, profileForm } from "./schemas";

export const homeRouter = router({
  get: memberProcedure.query(({ ctx }) => getHome(ctx)),
  listOwnPages: memberProcedure.query(({ ctx }) => listOwnPages(ctx)),
});

export const profileRouter = router({
  get: memberProcedure.query(({ ctx }) => getProfile(ctx)),
  update: memberProcedure.input(profileForm).mutation(({ ctx, input }) => updateProfile(ctx, input)),
  pickCurrency: memberProcedure.input(pickedCurrency).mutation(({ ctx, input }) => pickCurrency(ctx, input)),
  setUnsubscribed: memberProcedure.input(announcementsForm).mutation(({ ctx, input }) => setUnsubscribed(ctx, input)),
  listOpenings: memberProcedure.query(({ ctx }) => listOpenings(ctx)),
  exportData: memberProcedure.query(({ ctx }) => exportData(ctx)),
  getDeletion: memberProcedure.query(({ ctx }) => getDeletion(ctx)),
  deleteAccount: memberProcedure.input(deletionForm).mutation(({ ctx, input }) => deleteOwnAccount(ctx, input)),
});
