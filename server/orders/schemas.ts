import { z } from "zod";
import { oneOf, orderSorts, type Page, pageNumber } from "../core/pagination";
import { isDatabaseInstant, isDay, searchText } from "../core/input-schemas";
import { statusByHand } from "../payments/schemas";

const orderKinds = ["booking", "purchase"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** What an order's badge may say: how its payment stands, or that a place was given to be paid for at the door. */
const orderStatuses = ["paid", "free", "pending", "confirmed", "failed", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

const day = z
  .string()
  .optional()
  .transform((typed = "") => (isDay(typed) ? typed : ""));

/** Which orders are meant. */
const orderFilter = z.object({
  /** "owed": whatever is still to be given back by hand, also what she has removed. */
  tab: oneOf("sessions", "recordings", "owed"),
  search: searchText,
  status: oneOf(...orderStatuses),
  /** Days in the admin's zone: from the first one's beginning until the last one's end. */
  from: day,
  until: day,
});
export type OrderFilter = z.infer<typeof orderFilter>;
export const orderQuery = orderFilter.extend({ page: pageNumber, sort: oneOf(...orderSorts) });
export type OrderSort = z.infer<typeof orderQuery>["sort"];
export type OrderQuery = z.infer<typeof orderQuery>;

/** The place in the order of all orders behind which a part of an export begins. */
const orderCursor = z.object({ createdAt: z.string().refine(isDatabaseInstant), id: z.uuid() });
export type OrderCursor = z.infer<typeof orderCursor>;
export const exportQuery = orderFilter.extend({ after: orderCursor.nullable().default(null) });

export const orderRef = z.object({ kind: z.enum(orderKinds), id: z.uuid() });
export type OrderRef = z.infer<typeof orderRef>;

export const bookingsQuery = z.object({
  search: searchText,
  page: pageNumber,
  sort: oneOf("booked", "start", "-start"),
});
export type BookingsQuery = z.infer<typeof bookingsQuery>;

/** What the status page posts, beside the order that its address names. */
export const statusForm = statusByHand
  .omit({ isRefunded: true })
  .extend({ refund: z.enum(["yes", "no"]).default("yes") });
export const statusChange = orderRef.extend(statusByHand.shape);
export type StatusChange = z.infer<typeof statusChange>;

/** The statuses that can be given by hand. */
export type Step = StatusChange["to"];

/** An order as the list shows it. */
export type ListedOrder = {
  kind: OrderKind;
  id: string;
  /** "Nov 21, 2026" */
  date: string;
  customer: string;
  email: string;
  item: string;
  /** "£14.40": what was agreed, after the discount. */
  price: string;
  /** "WINTER20" and "(20% off)" */
  discount: { code: string; terms: string } | null;
  status: OrderStatus;
  /** What the badge does not say: "£5.00 refunded", "No place any more". */
  notes: string[];
  steps: Step[];
  /** Whether something that was paid is left to refund. */
  isRefundable: boolean;
  /** Whether something waits to be given back by hand. */
  isOwedByHand: boolean;
};

export type OrderPage = {
  orders: ListedOrder[];
  counts: { all: number; sessions: number; recordings: number; owed: number };
  page: Page;
};

/** A booking as the list of all bookings shows it. */
export type ListedBooking = {
  id: string;
  /** "Nov 21, 2026, 4:05 PM" */
  bookedAt: string;
  attendee: string;
  email: string;
  sessionId: string;
  session: string;
  /** "Dec 1, 2026, 7:30 PM GMT" */
  startsAt: string;
  price: string;
  status: string;
  paymentStatus: string;
};
