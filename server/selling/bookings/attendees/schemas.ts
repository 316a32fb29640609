import { z } from "zod";
import { pageNumber } from "../../../core/pagination";
import { searchText, typedLine, typedText } from "../../../core/input-schemas";
import { refundChoice } from "../../../payments/schemas";
import { bookingForm, bookingMoveForm } from "../schemas";

const sessionId = z.uuid();
export const attendeeRef = z.object({ bookingId: z.uuid() });

export const attendeeSearch = z.object({ sessionId, page: pageNumber });

export const arrivalSearch = attendeeSearch.extend({ search: searchText });

export const attendeeForm = bookingForm
  .pick({ firstName: true, lastName: true, email: true, formKey: true })
  .extend({ payment: z.enum(["door", "transfer", "free"]), attendeeNote: typedText(1000).optional() });
export const newAttendee = attendeeForm.extend({ sessionId });
export type NewAttendee = z.infer<typeof newAttendee>;

export const removalForm = z.object({ refund: refundChoice });
export const removal = removalForm.extend(attendeeRef.shape);
export type Removal = z.infer<typeof removal>;

const ticketRef = z.object({ ticketId: z.uuid() });
export const checkInForm = ticketRef.extend({ isHere: z.stringbool() });

const deviceTime = z.number().int().min(0).max(4_102_444_800_000);
/** The times in milliseconds by the device's clock. */
const tap = z.object({ tappedAt: deviceTime, sentAt: deviceTime });
export type Tap = z.infer<typeof tap>;
export const checkIn = ticketRef.extend({
  /** The session whose page it was made on; a page of an earlier version sends none. */
  sessionId: sessionId.optional(),
  isHere: z.boolean(),
  tap: tap.optional(),
});
export type CheckIn = z.infer<typeof checkIn>;

export const attendeeTicketRef = attendeeRef.extend(ticketRef.shape);
export const cancelledTicket = attendeeTicketRef.extend(removalForm.shape);
export type CancelledTicket = z.infer<typeof cancelledTicket>;

export const attendeeMoveRef = attendeeRef.extend({ to: z.uuid().optional().catch(undefined) });
export type AttendeeMoveRef = z.infer<typeof attendeeMoveRef>;
export const attendeeMoveForm = bookingMoveForm.omit({ healthVersion: true, healthNote: true }).extend({
  isLate: z.boolean().default(false),
  isFreeOfCharge: z.boolean().default(false),
});
export const attendeeMove = attendeeMoveForm.extend(attendeeRef.shape);
export type AttendeeMove = z.infer<typeof attendeeMove>;

export const attendeeResendForm = bookingForm.pick({ formKey: true });
export const attendeeResend = attendeeResendForm.extend(attendeeRef.shape);

export const noteForm = attendeeRef.extend({ note: typedText(1000).optional() });

export const addressForm = bookingForm.pick({ email: true });
export const correctedAddress = addressForm.extend(attendeeRef.shape);
export type CorrectedAddress = z.infer<typeof correctedAddress>;

const missingSubject = "Enter a subject";
const missingText = "Write your message";
export const messageForm = z.object({
  subject: typedLine(150, missingSubject),
  text: typedText(5000, missingText),
  /** An announcement is not about the session, so it can be unsubscribed from. */
  kind: z.enum(["service", "announcement"], { error: "Say what kind of message it is" }).default("service"),
  formKey: z.uuid(),
  /** Names the message whose preview was seen. */
  agreed: z.string().max(100).optional(),
});
/** Whose attendees get a message: those of a session, or of all dates of a course. */
export const messageTarget = z.union([z.object({ sessionId }), z.object({ courseId: z.uuid() })]);
export type MessageTarget = z.infer<typeof messageTarget>;

export const newMessage = messageForm.and(messageTarget);
export type NewMessage = z.infer<typeof newMessage>;
