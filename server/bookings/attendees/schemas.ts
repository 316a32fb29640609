import { z } from "zod";
import { pageNumber } from "../../core/pagination";
import { searchText, typedLine, typedText } from "../../core/input-schemas";
import { bookingForm } from "../schemas";

const sessionId = z.uuid();
export const attendeeRef = z.object({ bookingId: z.uuid() });

export const attendeeSearch = z.object({ sessionId, page: pageNumber });

export const arrivalSearch = attendeeSearch.extend({ search: searchText });

/** An attendee whom the instructor adds: paid for at the door, or free of charge. */
export const attendeeForm = bookingForm
  .pick({ firstName: true, lastName: true, email: true, formKey: true })
  .extend({ payment: z.enum(["door", "free"]), attendeeNote: typedText(1000).optional() });
export const newAttendee = attendeeForm.extend({ sessionId });
export type NewAttendee = z.infer<typeof newAttendee>;

/** `refund`: whatever was paid goes back; "no" keeps it. */
export const removalForm = z.object({ refund: z.enum(["yes", "no"]).default("yes") });
export const removal = removalForm.extend(attendeeRef.shape);
export type Removal = z.infer<typeof removal>;

export const checkInForm = attendeeRef.extend({ isHere: z.stringbool() });

const deviceTime = z.number().int().min(0).max(4_102_444_800_000);
/** When a tap was made and sent, in milliseconds by the clock of the device. */
const tap = z.object({ tappedAt: deviceTime, sentAt: deviceTime });
export type Tap = z.infer<typeof tap>;
export const checkIn = attendeeRef.extend({ isHere: z.boolean(), tap: tap.optional() });
export type CheckIn = z.infer<typeof checkIn>;

export const noteForm = attendeeRef.extend({ note: typedText(1000).optional() });

/** Another address for a booking whose mails do not arrive. */
export const addressForm = bookingForm.pick({ email: true });
export const correctedAddress = addressForm.extend(attendeeRef.shape);
export type CorrectedAddress = z.infer<typeof correctedAddress>;

const missingSubject = "Enter a subject";
const missingText = "Write your message";
export const messageForm = z.object({
  subject: typedLine(150, missingSubject),
  text: typedText(5000, missingText),
  /** An announcement is about something else than the session: it can be unsubscribed from. */
  kind: z.enum(["service", "announcement"], { error: "Say what kind of message it is" }).default("service"),
  formKey: z.uuid(),
});
export const newMessage = messageForm.extend({ sessionId });
export type NewMessage = z.infer<typeof newMessage>;
