import { z } from "zod";
import { adminProcedure, router } from "../../core/trpc";
import { getInsights } from "./get-insights";

const insightsQuery = z.object({ period: z.string().max(20).catch("").default("") });

export const insightsRouter = router({
  get: adminProcedure.input(insightsQuery).query(({ ctx, input }) => getInsights(ctx, input)),
});
