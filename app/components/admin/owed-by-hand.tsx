import type { OrderDetails } from "@server/orders/get-order";
import { RowAction } from "./row-action";

/** Refunds of what was paid outside Stripe: the instructor hands the money over herself, and says so here. */
export function OwedByHand({ order, action }: { order: OrderDetails; action: string }) {
  if (order.owedByHand.length === 0) return null;
  return (
    <section className="confirm card">
      <h2 className="subtitle">To be given back by you</h2>
      <ul className="devices">
        {order.owedByHand.map(({ refundId, amount }) => (
          <li key={refundId} className="device">
            <span>
              {amount} to {order.customer}
            </span>
            <RowAction
              action={action}
              fields={{ refundId }}
              label="I have given it back"
              name={`I have given it back: ${amount} to ${order.customer}`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
