import { z } from "zod";

/** The page of a list, from 1. A page that is none is the first; one past the end is shown as the last. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);
