import { Link } from "@remix-run/react";
import type { OrderDetails } from "@server/orders/get-order";
import { Facts } from "../../../ui/facts";
import { StatusBadge } from "../../../ui/status-badge";

/** Which order is about to be changed. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <Facts
      facts={[
        { label: "Customer", value: `${order.customer}, ${order.email}` },
        { label: "Item", value: order.item },
        { label: "Reference", value: order.reference },
        { label: "Date", value: order.date },
        { label: "Price", value: order.price },
        { label: "Status", value: <StatusBadge status={order.status} /> },
        { label: "Mail", value: order.mailProblem && <MailProblem {...order.mailProblem} /> },
        { label: "Money", value: order.notes.length > 0 ? order.notes.join(", ") : null },
      ]}
    />
  );
}

const MailProblem = ({ mailId, text }: NonNullable<OrderDetails["mailProblem"]>) => (
  <Link className="link" to={`/admin/mails/${mailId}`}>
    {text}
  </Link>
);
