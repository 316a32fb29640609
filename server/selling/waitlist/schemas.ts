import { z } from "zod";
import { signUpForm } from "../../accounts/schemas";
import { ticketQuantity } from "../../catalogue/schedule/schemas";
import { pageNumber } from "../../core/pagination";

export const waitlistForm = signUpForm
  .pick({ firstName: true, lastName: true, email: true })
  .extend({ quantity: ticketQuantity, formKey: z.uuid() });

/** The waitlist of a session, or that of a course. */
export const lineRef = z.union([z.object({ sessionId: z.uuid() }), z.object({ courseId: z.uuid() })]);

export const newEntry = waitlistForm.and(lineRef);
export type NewEntry = z.infer<typeof newEntry>;

/** A visitor's reference to an entry: the key from the mail proves that it is theirs. */
export const keyedEntryRef = z.object({ id: z.uuid(), key: z.string().regex(/^\w{0,100}$/) });

export const lineQuery = z.object({ page: pageNumber }).and(lineRef);
const wholeNumber = "Enter the new position as a whole number";

/** An admin's reference to an entry. */
export const entryId = z.object({ id: z.uuid() });
export const moveForm = entryId.extend({
  place: z.number({ error: wholeNumber }).int(wholeNumber).min(1, wholeNumber).max(100_000, wholeNumber),
});
