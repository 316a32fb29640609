import type { PassFigures } from "@server/office/orders/passes/pass-figures";
import type { ListedPass } from "@server/catalogue/passes/schemas";
import { heldPassesPath, passFormPath } from "~/features/admin/admin-paths";
import { Badge } from "~/ui/badge";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

type PassRow = ListedPass & { figures: PassFigures | undefined };

/** Lists all passes, those that are not sold among them. */
export const PassTable = ({ passes }: { passes: PassRow[] }) => (
  <DataTable caption="Passes" columns={columns} rows={passes} keyOf={({ id }) => id} />
);

const columns: Column<PassRow>[] = [
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
  { label: "Sold", place: "detail", cell: ({ sold }) => `${sold} sold` },
  { label: "Used", place: "detail", cell: ({ figures }) => figures && `${figures.used} used` },
  { label: "Open", place: "detail", cell: ({ figures }) => figures && `${figures.open} open` },
  { label: "Unused value", place: "lastDetail", cell: ({ figures }) => figures?.value },
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
          { label: "Holders", to: `${heldPassesPath}?pass=${id}`, name: `Holders of ${title}` },
          { label: "See its page", to: path, name: `See the page of ${title}` },
          { label: "Delete", to: passFormPath(id, "delete"), name: `Delete ${title}`, isDangerous: true },
        ]}
      />
    ),
  },
];
