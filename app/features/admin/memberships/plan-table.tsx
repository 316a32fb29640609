import type { ListedPlan } from "@server/selling/memberships/schemas";
import { membersPath, planFormPath } from "~/features/admin/admin-paths";
import { Badge } from "~/ui/badge";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

/** Lists all plans, those that are not sold among them. */
export const PlanTable = ({ plans }: { plans: ListedPlan[] }) => (
  <DataTable caption="Memberships" columns={columns} rows={plans} keyOf={({ id }) => id} />
);

const columns: Column<ListedPlan>[] = [
  {
    label: "Membership",
    place: "title",
    cell: ({ id, title, holds }) => (
      <>
        <RowLink to={planFormPath(id)}>{title}</RowLink>
        <small>{holds}</small>
      </>
    ),
  },
  { label: "Price", place: "number", cell: ({ price }) => price },
  { label: "Members", place: "lastDetail", cell: ({ members }) => (members === 1 ? "1 member" : `${members} members`) },
  {
    label: "Status",
    place: "badge",
    cell: ({ isOn }) => (isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>),
  },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, title }) => (
      <RowMenu
        name={`Change ${title}`}
        items={[
          { label: "Edit", to: planFormPath(id), name: `Edit ${title}` },
          { label: "Members", to: `${membersPath}?plan=${id}`, name: `Members of ${title}` },
          { label: "Delete", to: planFormPath(id, "delete"), name: `Delete ${title}`, isDangerous: true },
        ]}
      />
    ),
  },
];
