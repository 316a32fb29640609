import type { OrderRef } from "@server/office/orders/schemas";
import type { TestApp } from "./test-app";

/** Gives up an unpaid order, as the browser does in which it was begun. */
export const leaveCheckout = ({ as }: Pick<TestApp, "as">, order: OrderRef) =>
  as({ visitor: { browserBookings: [order.id], browserPasses: [order.id] } }).payments.leaveCheckout(order);
