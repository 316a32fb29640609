import { z } from "zod";
import { typedContact } from "../../core/contact";
import { discountCode } from "../../catalogue/discounts/schemas";
import { typedCards } from "../../catalogue/gift-cards/schemas";
import { chosenPrice } from "../../platform/money/price-schemas";
import { isQuoteKey } from "../../platform/money/quote";
import { bookingForm } from "../bookings/schemas";
import { keyedEntryRef } from "../waitlist/schemas";

/** A booked course, by the key of its mail or as the visitor's own. */
export const heldCourseRef = z.object({
  purchaseId: z.uuid(),
  key: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional(),
});

export const makingUp = heldCourseRef.extend({ missed: z.uuid(), to: z.uuid() });

export const courseRef = z.object({ id: z.uuid() });

/** The form of a visitor without an account. */
export const guestCourseForm = z.object({
  ...typedContact,
  discountCode: discountCode.optional(),
  ...typedCards,
  ...chosenPrice,
  ...bookingForm.pick({ healthVersion: true, healthNote: true }).shape,
  quote: z.string().refine(isQuoteKey),
  formKey: z.uuid(),
});

export const memberCourseForm = guestCourseForm.partial({ firstName: true, lastName: true, email: true });

/** `entry`: the buyer's entry of the course's waitlist, to which it is offered. */
const courseTurn = { ...courseRef.shape, entry: keyedEntryRef.optional() };

export const newCourseBooking = memberCourseForm.extend(courseTurn);
export type NewCourseBooking = z.infer<typeof newCourseBooking>;

/** The code is not validated here, so that the form can show what is wrong with it. */
export const courseFormQuery = z.object({
  ...courseTurn,
  discountCode: z.string().optional(),
  ...typedCards,
  ...chosenPrice,
});
export type CourseFormQuery = z.infer<typeof courseFormQuery>;
