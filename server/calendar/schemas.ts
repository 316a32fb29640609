import { z } from "zod";

export const sessionFileRef = z.object({ id: z.uuid() });
/** `key` is what the mailed link proves; without it the booking must be the member's own. */
export const bookingFileRef = z.object({
  id: z.uuid(),
  key: z
    .string()
    .regex(/^\w{0,100}$/)
    .optional(),
});
export const feedRef = z.object({ key: z.string().regex(/^[\w-]{43}$/) });

/** A calendar file as it is downloaded. */
export type CalendarFile = { filename: string; text: string };
