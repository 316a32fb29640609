import { z } from "zod";
import { pageNumber } from "../../core/pagination";

export const jobQuery = z.object({ page: pageNumber });

/** The queue's own number, which may be too large for a number of ours. */
export const jobRef = z.object({ id: z.string().regex(/^\d{1,18}$/) });
