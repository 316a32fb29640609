import type { ListedPayout } from "@server/office/orders/payouts/list-payouts";
import { Badge } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { payoutAddress, payoutStatus, payoutTone } from "./payouts";

export const PayoutTable = ({ payouts, month }: { payouts: ListedPayout[]; month: string }) => (
  <DataTable caption={`Payouts in ${month}`} columns={columns} rows={payouts} keyOf={({ id }) => id} />
);

const columns: Column<ListedPayout>[] = [
  {
    label: "Arrives",
    place: "title",
    cell: ({ id, arrives, failure }) => (
      <>
        <RowLink to={payoutAddress(id)}>{arrives}</RowLink>
        {failure && <small>{failure}</small>}
      </>
    ),
  },
  { label: "Amount", place: "number", cell: ({ amount }) => <b>{amount}</b> },
  { label: "Stripe’s fees", place: "number", cell: ({ holds }) => holds && <Fee>{holds.fees}</Fee> },
  { label: "Holds", place: "lastDetail", cell: ({ holds }) => (holds ? countPayments(holds.payments) : "not listed") },
  {
    label: "Status",
    place: "badge",
    cell: ({ status }) => <Badge tone={payoutTone(status)}>{payoutStatus(status)}</Badge>,
  },
];

/** Compact rows have no head that says which amount it is. */
const Fee = ({ children }: { children: string }) => (
  <>
    {children}
    <span className="@min-[56rem]:hidden"> fees</span>
  </>
);

const countPayments = (count: number) => `${count} payment${count === 1 ? "" : "s"}`;
