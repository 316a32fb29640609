import { z } from "zod";
import { pageNumber } from "../../core/pagination";

export const lineSearch = z.object({
  sessionId: z.uuid(),
  page: pageNumber,
});
export const inLineRef = z.object({ id: z.uuid() });
export const moveForm = inLineRef.extend({ direction: z.enum(["up", "down"]) });
