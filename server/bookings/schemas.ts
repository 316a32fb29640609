import { z } from "zod";
import { discountCode } from "../discounts/schemas";
import { type Page, pageNumber } from "../core/pagination";
import { isQuoteKey } from "../money/quote";
import type { DisplayedStart } from "../core/dates";
import { typedEmail, typedName, typedText } from "../core/input-schemas";
import { entryRef } from "../waitlist/schemas";

export const contactMessages = {
  firstName: "Enter your first name",
  lastName: "Enter your last name",
  email: "Enter a full email address",
} as const;

export const healthUnconfirmed = "Please read this and tick the box before you book";

/** What the visitor types into "Complete Your Booking", and what the form carries along. */
export const bookingForm = z.object({
  firstName: typedName(contactMessages.firstName),
  lastName: typedName(contactMessages.lastName),
  email: typedEmail(contactMessages.email),
  discountCode: discountCode.optional(),
  /** The version of the health statement whose box is ticked. */
  healthVersion: z.coerce.number().int().min(0).max(1_000_000).optional(),
  healthNote: typedText(500).optional(),
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

/** A booking as its manage page names it: with the key of the mailed link, or by a member's own account. */
export const managedRef = bookingRef.extend({
  key: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional(),
});
export type ManagedRef = z.infer<typeof managedRef>;
export const mySessionsFilter = z.object({ when: z.enum(["upcoming", "past"]), page: pageNumber });
export type MySessionsFilter = z.infer<typeof mySessionsFilter>;
export const myBookingsFilter = z.object({ page: pageNumber });

/** A session that a member is booked for, as her own pages print it. */
export type MySession = {
  id: string;
  /** Its page; where it is on the schedule no more, that of the booking. */
  path: string;
  title: string;
  category: string | null;
  summary: string;
  image: string;
  /** `date`: "December 1, 2026". */
  start: DisplayedStart & { date: string };
  duration: string;
  /** "Online", "Bristol, BS1 4QA" */
  place: string;
  /** "Online Session", the place's own text, or "On-site Session". */
  location: string;
  /** How many places are hers. */
  tickets: number;
  managePath: string;
  /** Until the end, for what is online. */
  joinUrl: string | null;
  recordingUrl: string | null;
};

export type MySessions = {
  sessions: MySession[];
  page: Page;
  /** One sentence on the zone or zones of the times; null when there are none. */
  zoneNote: string | null;
};

/** A booking as its member's list prints it. */
export type MyBooking = {
  id: string;
  title: string;
  summary: string;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  /** "December 1, 2026 at 7:30 PM" */
  start: { text: string; iso: string };
  place: string;
  recordingUrl: string | null;
  managePath: string;
  /** Null where she can't cancel by herself. */
  cancelPath: string | null;
  /** Null where there is nothing to have a receipt for. */
  receiptPath: string | null;
};

export type MyBookings = Pick<MySessions, "page" | "zoneNote"> & { bookings: MyBooking[] };

/** The booking form for an offered place; a guest's is filled in beforehand. */
export const acceptance = memberBookingForm.extend(entryRef.shape);

export type Acceptance = z.infer<typeof acceptance>;
