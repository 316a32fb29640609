import { z } from "zod";
import { signUpForm } from "../accounts/schemas";
import { ticketQuantity } from "../schedule/schemas";
import { pageNumber } from "../core/pagination";

export const waitlistForm = signUpForm
  .pick({ firstName: true, lastName: true, email: true })
  .extend({ quantity: ticketQuantity, formKey: z.uuid() });

export const newEntry = waitlistForm.extend({ sessionId: z.uuid() });
export type NewEntry = z.infer<typeof newEntry>;

export const entryRef = z.object({ id: z.uuid(), key: z.string().regex(/^\w{0,100}$/) });

export const lineSearch = z.object({
  sessionId: z.uuid(),
  page: pageNumber,
});
export const inLineRef = z.object({ id: z.uuid() });
export const moveForm = inLineRef.extend({ direction: z.enum(["up", "down"]) });
