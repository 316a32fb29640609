import { z } from "zod";
import { typedContact } from "../../core/contact";
import { isDay } from "../../core/input-schemas";
import { answerFields } from "../free-times/answer-fields";
import { bookingForm, bookingFormRef, memberBookingForm } from "../bookings/schemas";

export const slotBookingForm = bookingForm.extend(answerFields);
export const memberSlotBookingForm = memberBookingForm.extend(answerFields);

/** An offer, by its slug or id. */
const offerRef = z.object({ offer: z.string().regex(/^[\w-]{1,100}$/) });

/** A time of an offer. */
const slotRef = offerRef.extend({ start: z.iso.datetime({ offset: true }).transform((text) => new Date(text)) });

export const newSlotBooking = memberSlotBookingForm.extend(slotRef.shape);
export type NewSlotBooking = z.infer<typeof newSlotBooking>;

export const slotFormRef = bookingFormRef.omit({ sessionId: true, entryId: true }).extend(slotRef.shape);
export type SlotFormRef = z.infer<typeof slotFormRef>;

/** The page of an offer, with the day whose times are shown. */
export const offerPageRef = offerRef.extend({
  day: z.string().refine(isDay).optional().catch(undefined),
});
export type OfferPageRef = z.infer<typeof offerPageRef>;

export const requestForm = z.object({ ...typedContact, ...answerFields, formKey: z.uuid() });
export const newRequest = requestForm.extend(slotRef.shape);
export type NewRequest = z.infer<typeof newRequest>;

/** A request, by the key of its mail. */
export const requestRef = z.object({ id: z.uuid(), key: z.string().regex(/^\w{1,100}$/) });
export type RequestRef = z.infer<typeof requestRef>;

export const requestDecision = z.object({ id: z.uuid(), decision: z.enum(["approved", "declined"]) });
export type RequestDecision = z.infer<typeof requestDecision>;

export const requestFormRef = bookingFormRef.omit({ sessionId: true, entryId: true }).extend(requestRef.shape);
export type RequestFormRef = z.infer<typeof requestFormRef>;

export const newRequestBooking = memberBookingForm.extend(requestRef.shape);
export type NewRequestBooking = z.infer<typeof newRequestBooking>;
