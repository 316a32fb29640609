import type { ListedWithdrawal, WithdrawalStatus } from "@server/payments/withdrawals/schemas";
import { withdrawalsPath } from "~/features/admin/admin-paths";
import { Badge, type BadgeTone } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";

const statuses: Record<WithdrawalStatus, { label: string; tone: BadgeTone }> = {
  received: { label: "Waiting for you", tone: "yellow" },
  refunded: { label: "Refunded", tone: "green" },
  declined: { label: "Declined", tone: "grey" },
};

export const WithdrawalBadge = ({ status }: { status: WithdrawalStatus }) => (
  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
);

export const WithdrawalTable = ({ withdrawals }: { withdrawals: ListedWithdrawal[] }) => (
  <DataTable
    caption="Withdrawals, those first that wait for you"
    columns={columns}
    rows={withdrawals}
    keyOf={({ id }) => id}
  />
);

const columns: Column<ListedWithdrawal>[] = [
  {
    label: "Who",
    place: "title",
    cell: ({ id, name, contract }) => (
      <>
        <RowLink to={`${withdrawalsPath}/${id}`}>{name}</RowLink>
        <small className="line-clamp-2">{contract}</small>
      </>
    ),
  },
  { label: "Arrived", place: "date", cell: ({ receivedAt }) => receivedAt },
  { label: "Status", place: "badge", cell: ({ status }) => <WithdrawalBadge status={status} /> },
];
