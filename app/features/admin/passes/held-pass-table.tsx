import type { ListedHeldPass } from "@server/office/orders/passes/schemas";
import { heldPassPath } from "~/features/admin/admin-paths";
import { Badge } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { heldStates } from "./held-passes";

/** Lists passes that were bought, by holder. */
export const HeldPassTable = ({ passes }: { passes: ListedHeldPass[] }) => (
  <DataTable caption="Holders" columns={columns} rows={passes} keyOf={({ id }) => id} />
);

const columns: Column<ListedHeldPass>[] = [
  {
    label: "Holder",
    place: "title",
    cell: ({ id, holder, email }) => (
      <>
        <RowLink to={heldPassPath(id)}>{holder}</RowLink>
        <small>{email}</small>
      </>
    ),
  },
  { label: "Pass", place: "detail", cell: ({ title }) => title },
  { label: "Left", place: "number", cell: ({ left }) => left },
  { label: "Valid", place: "detail", cell: ({ until }) => until },
  { label: "Bought", place: "date", cell: ({ boughtOn }) => boughtOn },
  {
    label: "State",
    place: "badge",
    cell: ({ state }) => <Badge tone={heldStates[state].tone}>{heldStates[state].label}</Badge>,
  },
];
