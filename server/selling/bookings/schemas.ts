import { z } from "zod";
import { discountCode } from "../../catalogue/discounts/schemas";
import { type Page, pageNumber } from "../../core/pagination";
import { typedCards } from "../../catalogue/gift-cards/schemas";
import type { ListedInvoice } from "../../payments/invoices/listed-invoices";
import { chosenPrice, chosenRate } from "../../platform/money/price-schemas";
import { isQuoteKey } from "../../platform/money/quote";
import type { DisplayedStart } from "../../core/dates";
import { typedContact } from "../../core/contact";
import { typedText } from "../../core/input-schemas";
import type { DisputeState } from "../../payments/schemas";
import { ticketQuantity } from "../../catalogue/schedule/schemas";
import type { PriceChoice } from "../../platform/money/session-price";
import { keyedEntryRef } from "../waitlist/schemas";
import { consentBox } from "../../platform/mail/consents";

export const healthUnconfirmed = "Please read this and tick the box before you book";

export const namesIn = (text: string | undefined): string[] =>
  (text ?? "")
    .split("\n")
    .map((name) => name.trim())
    .filter(Boolean);

const ticketNames = typedText(600).refine(
  (text) => namesIn(text).every((name) => name.length <= 100),
  "Please keep each name to 100 characters",
);

/** What is chosen where a session has rates, or any amount between two can be paid: each ticket may have its own rate. */
const priceChoice = {
  ...chosenPrice,
  rate2: chosenRate(),
  rate3: chosenRate(),
  rate4: chosenRate(),
  rate5: chosenRate(),
  rate6: chosenRate(),
};

type ChosenTickets = Pick<NewBooking, keyof typeof priceChoice | "quantity">;

/** Returns what a form has chosen for each of its tickets. */
export function choiceIn(typed: ChosenTickets): PriceChoice {
  const { rate1, rate2, rate3, rate4, rate5, rate6, amount, quantity } = typed;
  const chosenRates = [rate1, rate2, rate3, rate4, rate5, rate6].map((rate) => rate ?? rate1 ?? 0);
  return { quantity, chosenRates, amount };
}

export const bookingForm = z.object({
  ...typedContact,
  discountCode: discountCode.optional(),
  ...typedCards,
  healthVersion: z.coerce.number().int().min(0).max(1_000_000).optional(),
  healthNote: typedText(500).optional(),
  quantity: ticketQuantity,
  ticketNames: ticketNames.optional(),
  announcements: consentBox,
  quote: z.string().refine(isQuoteKey),
  /** How to pay where a pass can: the id of one or of the purchase that has brought it, or "card". */
  paying: z.string().max(40).optional(),
  ...priceChoice,
  formKey: z.uuid(),
});

export const memberBookingForm = bookingForm.partial({ firstName: true, lastName: true, email: true });

export const unfinishedForm = z.object({});

export const newBooking = memberBookingForm.extend({
  sessionId: z.uuid(),
  /** Whether the buyer knows of their unpaid booking of the session and wants one more. */
  another: z.boolean().optional(),
});
export type NewBooking = z.infer<typeof newBooking>;

export const sessionRef = z.object({ sessionId: z.uuid() });
export const bookingRef = z.object({ bookingId: z.uuid() });
/** The form's input, whose code is not validated here, so that the form can show what is wrong with it. */
export const bookingFormRef = sessionRef.extend({
  discountCode: z.string().optional(),
  ...typedCards,
  quantity: ticketQuantity.catch(1),
  paying: z.string().max(40).optional(),
  ...priceChoice,
  /** The entry of the waitlist whose offer the form answers: what it holds of the visitor's own pass is shown as free. */
  entryId: z.uuid().optional().catch(undefined),
});

export const managedRef = bookingRef.extend({
  key: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional(),
});
export type ManagedRef = z.infer<typeof managedRef>;
export const ticketRef = managedRef.extend({ ticketId: z.uuid() });
export type TicketRef = z.infer<typeof ticketRef>;
export const moveFormRef = managedRef.extend({ to: z.uuid().optional().catch(undefined) });
export type MoveFormRef = z.infer<typeof moveFormRef>;
export const bookingMoveForm = bookingForm.pick({ healthVersion: true, healthNote: true, formKey: true }).extend({
  from: z.uuid(),
  to: z.uuid(),
  /** The version of the session as it was shown. */
  version: z.coerce.number().int().min(0).max(1_000_000_000),
});
export const newMove = bookingMoveForm.extend(managedRef.shape);
export type NewMove = z.infer<typeof newMove>;
/** What a form says of a move, whoever moves the booking. */
export type MoveOf = Pick<NewMove, "bookingId" | "from" | "to" | "version" | "formKey">;
export const confirmationResendForm = z.object({ formKey: z.uuid() });
export const confirmationResend = managedRef.extend(confirmationResendForm.shape);
export const bookingLinksForm = bookingForm.pick({ email: true, formKey: true });
export const mySessionsFilter = z.object({ when: z.enum(["upcoming", "past"]), page: pageNumber });
export type MySessionsFilter = z.infer<typeof mySessionsFilter>;
export const myBookingsFilter = z.object({ page: pageNumber });

export type MySession = {
  id: string;
  path: string;
  title: string;
  category: string | null;
  summary: string;
  image: string;
  start: DisplayedStart;
  duration: string;
  place: string;
  location: string;
  tickets: number;
  managePath: string;
  joinPath: string | null;
  recordingUrl: string | null;
};

export type MySessions = {
  sessions: MySession[];
  page: Page;
  zoneNote: string | null;
};

export type MyBooking = {
  id: string;
  title: string;
  summary: string;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  isBooked: boolean;
  /** What has become of its payment at the customer's bank. */
  dispute: DisputeState | null;
  start: { text: string; iso: string };
  place: string;
  quantity: number;
  recordingUrl: string | null;
  managePath: string;
  /** A date of a course can't be moved, and giving it up brings no refund. */
  isOfCourse: boolean;
  movePath: string | null;
  cancelPath: string | null;
  receiptPath: string | null;
  invoices: ListedInvoice[];
};

export type MyBookings = Pick<MySessions, "page" | "zoneNote"> & { bookings: MyBooking[] };

export const acceptance = memberBookingForm.extend(keyedEntryRef.shape);

export type Acceptance = z.infer<typeof acceptance>;
