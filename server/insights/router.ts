import { z } from "zod";
import { adminProcedure, router } from "../trpc/init";
import { getInsights } from "./get-insights";

/** What stands in an address is anybody's to write: a period that is none is the last twelve months. */
const insightsQuery = z.object({ period: z.string().max(20).catch("").default("") });

export const insightsRouter = router({
  get: adminProcedure.input(insightsQuery).query(({ ctx, input }) => getInsights(ctx, input)),
});
