import { z } from "zod";
import { isQuoteKey } from "../pricing/quote";

/** Control characters have no place in a name, and PostgreSQL refuses one of them. */
const name = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(100, message)
    .regex(/^\P{Cc}*$/u, message);

const fullEmail = "Enter a full email address";

/** What the visitor types into "Complete Your Booking", and what the form carries along. */
export const bookingForm = z.object({
  firstName: name("Enter your first name"),
  lastName: name("Enter your last name"),
  email: z
    .string({ error: fullEmail })
    .trim()
    .max(254, fullEmail)
    .pipe(z.email({ error: fullEmail })),
  quote: z.string().refine(isQuoteKey),
  formKey: z.uuid(),
});

export const newBooking = bookingForm.extend({ sessionId: z.uuid() });
export type NewBooking = z.infer<typeof newBooking>;

export const sessionRef = z.object({ sessionId: z.uuid() });
export const bookingRef = z.object({ bookingId: z.uuid() });
