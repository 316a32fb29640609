import { adminProcedure, router } from "../trpc/init";
import { getInsights } from "./get-insights";
import { insightsQuery } from "./schemas";

export const insightsRouter = router({
  get: adminProcedure.input(insightsQuery).query(({ ctx, input }) => getInsights(ctx, input)),
});
