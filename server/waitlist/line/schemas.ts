import { z } from "zod";

export const lineSearch = z.object({
  sessionId: z.uuid(),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
});
export const inLineRef = z.object({ id: z.uuid() });
export const moveForm = inLineRef.extend({ direction: z.enum(["up", "down"]) });
