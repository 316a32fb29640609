import { z } from "zod";
import { discountCode } from "../discounts/schemas";
import { isQuoteKey } from "../pricing/quote";

/** Control characters have no place in a name, and PostgreSQL refuses one of them. */
const name = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(100, message)
    .regex(/^\P{Cc}*$/u, message);

export const contactMessages = {
  firstName: "Enter your first name",
  lastName: "Enter your last name",
  email: "Enter a full email address",
} as const;

export const healthUnconfirmed = "Please read this and tick the box before you book";

const longestNote = 500;

/** What the visitor types into "Complete Your Booking", and what the form carries along. */
export const bookingForm = z.object({
  firstName: name(contactMessages.firstName),
  lastName: name(contactMessages.lastName),
  email: z
    .string({ error: contactMessages.email })
    .trim()
    .max(254, contactMessages.email)
    .pipe(z.email({ error: contactMessages.email })),
  discountCode: discountCode.optional(),
  /** The version of the health statement whose box is ticked. */
  healthVersion: z.coerce.number().int().optional(),
  healthNote: z
    .string()
    .trim()
    .max(longestNote, `Please keep it to ${longestNote} characters`)
    // Lines may be broken, as a textarea does; no other control character belongs here.
    .regex(/^[\P{Cc}\r\n\t]*$/u, "Please use plain text")
    .optional(),
  quote: z.string().refine(isQuoteKey),
  formKey: z.uuid(),
});

/** The same for members, whose account says who they are. */
export const memberBookingForm = bookingForm.partial({ firstName: true, lastName: true, email: true });

/** A form that is only looked at, with whatever has been typed so far. */
export const unfinishedForm = z.object({});

export const newBooking = memberBookingForm.extend({ sessionId: z.uuid() });
export type NewBooking = z.infer<typeof newBooking>;

export const sessionRef = z.object({ sessionId: z.uuid() });
export const bookingRef = z.object({ bookingId: z.uuid() });
/** A code that can be none is for the form to say, so it comes as it was typed. */
export const bookingFormRef = sessionRef.extend({ discountCode: z.string().optional() });

/** A booking as whoever manages it names it: with the key of the mailed link, or by a member's own account. */
export const managedRef = bookingRef.extend({
  key: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional(),
});
export type ManagedRef = z.infer<typeof managedRef>;

/** What the instructor makes of an order by hand. */
export const statusByHand = z.object({
  /** How it stood when she decided: the booking's two statuses, or the purchase's one. */
  from: z.string().max(40),
  to: z.enum(["paid", "free", "failed", "cancelled"]),
  /** Whether what was paid goes back, where a place that was paid for is cancelled. */
  isRefunded: z.boolean().default(true),
  reason: z.string().trim().max(500, "Please keep it to 500 characters").optional(),
});
export type StatusByHand = z.infer<typeof statusByHand>;
