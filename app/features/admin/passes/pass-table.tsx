import type { ListedPass } from "@server/selling/passes/schemas";
import { passFormPath } from "~/features/admin/admin-paths";
import { Badge } from "~/ui/badge";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

/** Lists all passes, those that are not sold among them. */
export const PassTable = ({ passes }: { passes: ListedPass[] }) => (
  <DataTable caption="Passes" columns={columns} rows={passes} keyOf={({ id }) => id} />
);

const columns: Column<ListedPass>[] = [
  {
    label: "Pass",
    place: "title",
    cell: ({ id, title, holds }) => (
      <>
        <RowLink to={passFormPath(id)}>{title}</RowLink>
        <small>{holds}</small>
      </>
    ),
  },
  { label: "Price", place: "number", cell: ({ price }) => price },
  { label: "Sold", place: "lastDetail", cell: ({ sold }) => `${sold} sold` },
  {
    label: "Status",
    place: "badge",
    cell: ({ isOn }) => (isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>),
  },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, title, path }) => (
      <RowMenu
        name={`Change ${title}`}
        items={[
          { label: "Edit", to: passFormPath(id), name: `Edit ${title}` },
          { label: "See its page", to: path, name: `See the page of ${title}` },
          { label: "Delete", to: passFormPath(id, "delete"), name: `Delete ${title}`, isDangerous: true },
        ]}
      />
    ),
  },
];
