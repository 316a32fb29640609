import { z } from "zod";

/** What stands in an address is anybody's to write: a period that is none is the last twelve months. */
export const insightsQuery = z.object({ period: z.string().max(20).catch("").default("") });
