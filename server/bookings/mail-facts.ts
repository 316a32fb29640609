import type { Paid } from "@emails/parts/props";
import type { Booking } from "@db/schema";
import { printDiscount, printTotal } from "../money/order-total";

/** What was agreed, and charged unless it is to be paid at the door, as the booking keeps it. */
export const paidFacts = (booking: Booking): Paid => ({
  amount: printTotal(booking),
  isDue: booking.status === "confirmed" && booking.totalMinor > 0,
  discount: printDiscount(booking),
});
