import type { OrderDetails } from "@server/orders/get-order";
import type { Step } from "@server/orders/schemas";
import { whereItGoes } from "~/lib/freed-place";

/** What giving an order a status by hand will do, in so many words. */
export function stepConsequence({ kind, state, price, customer }: OrderDetails, to: Step): string {
  const isBooking = kind === "booking";
  const isPending = state === "pending" || state === "pending pending";
  if (to === "paid" || to === "free") {
    return [
      to === "paid"
        ? `You say that ${customer} has paid ${price} outside Stripe, in cash or to your account. Giving it back, should it come to that, is then yours as well.`
        : `${customer} pays nothing.`,
      isBooking ? "The place is booked" : "The collection is open",
      isBooking && state.startsWith("cancelled") ? "again, if one is free," : "at once,",
      "and a confirmation is sent.",
      isPending && "The payment page is closed; what is paid there meanwhile goes back.",
    ]
      .filter(Boolean)
      .join(" ");
  }
  if (isPending) {
    return `The payment page is closed, and ${isBooking ? `the held place ${whereItGoes}` : "nothing is opened"}. If ${customer} has just paid, the order stays.`;
  }
  if (!isBooking) return `${customer} can’t watch the collection any more.`;
  return `${customer}’s place ${whereItGoes}, and ${customer} is told by e-mail.`;
}
