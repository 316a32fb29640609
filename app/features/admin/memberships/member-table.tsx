import type { ListedMember } from "@server/selling/memberships/by-hand/list-members";
import { memberPath } from "~/features/admin/admin-paths";
import { stateLabel } from "~/features/memberships/states";
import { Badge } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";

/** Lists memberships by member. */
export const MemberTable = ({ members }: { members: ListedMember[] }) => (
  <DataTable caption="Members" columns={columns} rows={members} keyOf={({ id }) => id} />
);

const columns: Column<ListedMember>[] = [
  {
    label: "Member",
    place: "title",
    cell: ({ id, member, email }) => (
      <>
        <RowLink to={memberPath(id)}>{member}</RowLink>
        <small>{email}</small>
      </>
    ),
  },
  { label: "Membership", place: "detail", cell: ({ title }) => title },
  { label: "Period", place: "detail", cell: ({ period }) => period },
  { label: "Pays", place: "detail", cell: ({ source }) => (source === "stripe" ? "By card" : "Elsewhere") },
  { label: "Joined", place: "date", cell: ({ joinedOn }) => joinedOn },
  {
    label: "State",
    place: "badge",
    cell: (row) => {
      const { label, tone } = stateLabel(row);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];
