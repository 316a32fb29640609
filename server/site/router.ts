import { adminProcedure, router } from "../trpc/init";
import { changeSettings, getSettingsForms, resetSettings } from "./settings";
import { settingsChange, settingsReset } from "./schemas";

export const siteRouter = router({
  settings: adminProcedure.query(({ ctx }) => getSettingsForms(ctx)),
  changeSettings: adminProcedure.input(settingsChange).mutation(({ ctx, input }) => changeSettings(ctx, input)),
  resetSettings: adminProcedure.input(settingsReset).mutation(({ ctx, input }) => resetSettings(ctx, input)),
});
