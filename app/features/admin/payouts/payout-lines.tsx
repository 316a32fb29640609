import type { PayoutLine } from "@server/office/orders/payouts/payout-details";
import { orderAddress } from "~/features/admin/admin-paths";
import { Badge } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { lineLabels } from "./payouts";

/** Lists what a payout holds; `back` is the current page. */
export const PayoutLines = ({ lines, back }: { lines: PayoutLine[]; back: string }) => (
  <DataTable caption="What this payout holds" columns={columnsFor(back)} rows={lines} keyOf={({ id }) => id} />
);

const columnsFor = (back: string): Column<PayoutLine>[] => [
  { label: "Date", place: "date", cell: ({ date }) => date },
  { label: "From", place: "title", cell: (line) => <Origin line={line} back={back} /> },
  {
    label: "What",
    place: "detail",
    cell: ({ kind, order, description }) => (
      <>
        {lineLabels[kind]}
        {(order ?? description) && <small>{order ? `${order.item}, ${order.reference}` : description}</small>}
      </>
    ),
  },
  {
    label: "Amount",
    place: "number",
    cell: ({ gross, original }) => (
      <>
        <Amount>{gross}</Amount>
        {original && <small>{original}</small>}
      </>
    ),
  },
  { label: "Fee", place: "number", cell: ({ fee }) => <Amount name="fee">{fee}</Amount> },
  { label: "Net", place: "number", cell: ({ net }) => <Amount name="net">{net}</Amount> },
  { label: "At Stripe", place: "lastDetail", cell: ({ stripeId }) => stripeId && <small>{stripeId}</small> },
];

function Origin({ line: { order, isOwn, kind }, back }: { line: PayoutLine; back: string }) {
  if (order) return <RowLink to={orderAddress(order, null, { back })}>{order.name}</RowLink>;
  if (kind === "fee" || kind === "returned") return "Stripe";
  return isOwn ? <Badge tone="red">Not in the books</Badge> : "Not from this site";
}

/** Compact rows have no head that says which amount it is. */
const Amount = ({ name, children }: { name?: string; children: string }) => (
  <span className="whitespace-nowrap">
    {name && <span className="@min-[56rem]:hidden">{name} </span>}
    {children}
  </span>
);
