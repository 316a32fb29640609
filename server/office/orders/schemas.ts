import { z } from "zod";
import { oneOf, orderSorts, type Page, pageNumber } from "../../core/pagination";
import { isDatabaseInstant, isDay, searchText } from "../../core/input-schemas";
import { orderTabs, type PayableKind, payableKinds } from "@db/schema";
import { disputeStates, orderStatuses, statusByHand, type StepByHand } from "../../payments/schemas";

const day = z
  .string()
  .optional()
  .transform((typed = "") => (isDay(typed) ? typed : ""));

const orderFilter = z.object({
  tab: oneOf(...orderTabs, "owed"),
  search: searchText,
  status: oneOf(...orderStatuses, ...disputeStates),
  from: day,
  until: day,
});
export type OrderFilter = z.infer<typeof orderFilter>;
export const orderQuery = orderFilter.extend({ page: pageNumber, sort: oneOf(...orderSorts) });
export type OrderQuery = z.infer<typeof orderQuery>;

const orderCursor = z.object({ createdAt: z.string().refine(isDatabaseInstant), id: z.uuid() });
export type OrderCursor = z.infer<typeof orderCursor>;
export const exportQuery = orderFilter.extend({ after: orderCursor.nullable().default(null) });

export const orderRef = z.object({ kind: z.enum(payableKinds), id: z.uuid() });
export type OrderRef = z.infer<typeof orderRef>;

export const bookingsQuery = z.object({
  search: searchText,
  /** When the bookings were imported, for those of one import. */
  imported: z.iso
    .datetime()
    .refine((typed) => isDay(typed.slice(0, 10)))
    .transform((typed) => new Date(typed))
    .optional()
    .catch(undefined),
  page: pageNumber,
  sort: oneOf("booked", "start", "-start"),
});
export type BookingsQuery = z.infer<typeof bookingsQuery>;

export const statusChange = orderRef.extend(statusByHand.shape);
export type StatusChange = z.infer<typeof statusChange>;

export type ListedOrder = {
  kind: PayableKind;
  id: string;
  date: string;
  customer: string;
  email: string;
  item: string;
  type: string;
  /** What the button that asks Stripe about it calls it. */
  synced: string;
  price: string;
  discount: { code: string; terms: string } | null;
  /** As `shownStatus` returns it. */
  status: string;
  notes: string[];
  steps: StepByHand[];
  isRefundable: boolean;
  isOwedByHand: boolean;
};

export type OrderPage = {
  orders: ListedOrder[];
  counts: { all: number; sessions: number; recordings: number; owed: number };
  /** Whether a search, a status or dates narrow the list: counts above 1,000 are then not exact. */
  isNarrowed: boolean;
  page: Page;
};

export type ListedBooking = {
  id: string;
  bookedAt: string;
  attendee: string;
  email: string;
  sessionId: string;
  session: string;
  startsAt: string;
  quantity: number;
  price: string;
  status: string;
  paymentStatus: string;
};
