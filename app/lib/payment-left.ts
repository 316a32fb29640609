import type { OrderRef } from "@server/office/orders/schemas";
import { listAddress } from "./list-address";

/** Returns the page that gives an unpaid order up, as a GET must not; `back` is where it leads then, with a notice. */
export const paymentLeftAddress = ({ kind, id }: OrderRef, back: string): string =>
  listAddress(`/payment-left/${kind}/${encodeURIComponent(id)}`, { back });

/** Returns the page that an order was made on, with the notice that its payment was cancelled. */
export const paymentCancelledAddress = (back: string): string =>
  `${back}${back.includes("?") ? "&" : "?"}notice=payment-cancelled`;
