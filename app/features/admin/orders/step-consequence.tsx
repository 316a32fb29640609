import type { OrderDetails } from "@server/orders/get-order";
import type { Step } from "@server/orders/schemas";
import { whereItGoes } from "~/features/booking/freed-place";

type Order = Pick<OrderDetails, "kind" | "state" | "price" | "customer">;

/** What giving an order a status by hand will do, in so many words. */
export function stepConsequence(order: Order, to: Step): string {
  const { kind, state, price, customer } = order;
  const isBooking = kind === "booking";
  const isPending = state === "pending" || state === "pending pending";
  if (to === "paid" || to === "free") {
    return [
      to === "paid"
        ? `You say that ${customer} has paid ${price} outside Stripe, in cash or to your account. Giving it back, should it come to that, is then yours as well.`
        : `${customer} pays nothing.`,
      opens(order),
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

function opens({ kind, state }: Order): string {
  if (kind === "purchase") return "The collection is open at once, and a confirmation is sent.";
  // Whoever pays at the door was told that she is booked when the place was given.
  if (state === "confirmed pending") return "The place stays booked, and no mail is sent.";
  const when = state.startsWith("cancelled") ? "again, if one is free," : "at once,";
  return `The place is booked ${when} and a confirmation is sent.`;
}
