import { z } from "zod";

export const jobQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) });

/** The queue's own number, which may be too large for a number of ours. */
export const jobRef = z.object({ id: z.string().regex(/^\d{1,18}$/) });
