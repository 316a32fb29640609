import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { changeSettings, getSettingsForms, resetSettings } from "./settings";
import { getProfile, getProfileForm, saveProfile } from "./profile";
import { getLookForm, saveLook } from "./look";
import { savedLook, savedProfile, settingsChange, settingsReset } from "./schemas";

export const siteRouter = router({
  profile: publicProcedure.query(({ ctx }) => getProfile(ctx)),
  profileForm: adminProcedure.query(({ ctx }) => getProfileForm(ctx)),
  saveProfile: adminProcedure.input(savedProfile).mutation(({ ctx, input }) => saveProfile(ctx, input)),
  lookForm: adminProcedure.query(({ ctx }) => getLookForm(ctx)),
  saveLook: adminProcedure.input(savedLook).mutation(({ ctx, input }) => saveLook(ctx, input)),
  settings: adminProcedure.query(({ ctx }) => getSettingsForms(ctx)),
  changeSettings: adminProcedure.input(settingsChange).mutation(({ ctx, input }) => changeSettings(ctx, input)),
  resetSettings: adminProcedure.input(settingsReset).mutation(({ ctx, input }) => resetSettings(ctx, input)),
});
