import { memberProcedure, router } from "../trpc/init";
import { deleteOwnAccount } from "./delete-own-account";
import { exportData } from "./export-data";
import { getDeletion } from "./get-deletion";
import { getProfile } from "./get-profile";
import { listOpenings } from "./list-openings";
import { pickCurrency } from "./pick-currency";
import { announcementsForm, deletionForm, pickedCurrency, profileForm } from "./profile-schemas";
import { setUnsubscribed } from "./set-unsubscribed";
import { updateProfile } from "./update-profile";

/** What a member can see and change about herself. */
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
