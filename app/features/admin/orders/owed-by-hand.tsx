import { Link } from "@remix-run/react";
import type { OrderDetails } from "@server/orders/get-order";
import { givenBackLabel, orderAddress } from "~/features/admin/orders/orders";

/** Refunds of what was paid outside Stripe, which the instructor hands over herself; `back` is where she came from. */
export function OwedByHand({ order, back }: { order: OrderDetails; back: string }) {
  if (order.owedByHand.length === 0) return null;
  return (
    <section className="confirm card">
      <h2 className="subtitle">To be given back by you</h2>
      <p>
        {order.owedByHand.map(({ amount }) => amount).join(" and ")} to {order.customer}.
      </p>
      <Link className="btn justify-self-start" to={orderAddress(order, "returned", { back })}>
        {givenBackLabel}
      </Link>
    </section>
  );
}
