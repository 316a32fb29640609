import { useLocation } from "@remix-run/react";
import type { ListedCode } from "@server/catalogue/discounts/schemas";
import { Badge } from "~/ui/badge";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { RowMenu } from "~/ui/row-actions";
import { codesPath } from "~/features/admin/admin-paths";

export function CodeTable({ codes }: { codes: ListedCode[] }) {
  const { search } = useLocation();
  return (
    <DataTable caption="Discount codes, newest first" columns={columns(search)} rows={codes} keyOf={({ id }) => id} />
  );
}

const columns = (search: string): Column<ListedCode>[] => [
  {
    label: "Code",
    place: "title",
    cell: ({ id, code, createdAt }) => (
      <>
        <RowLink id={`edit-${id}`} to={`${codesPath}/${id}${search}`} preventScrollReset>
          {code}
        </RowLink>
        <small>Created on {createdAt}</small>
      </>
    ),
  },
  { label: "Discount", place: "number", cell: ({ terms }) => terms },
  { label: "Used", place: "detail", cell: (code) => usage(code) },
  { label: "Days", place: "lastDetail", cell: ({ validity }) => validity ?? "Always" },
  { label: "Status", place: "badge", cell: (code) => <Status code={code} /> },
  {
    label: "Actions",
    place: "menu",
    cell: ({ id, code }) => (
      <RowMenu
        name={`Change ${code}`}
        items={[
          { label: "Edit", to: `${codesPath}/${id}${search}`, name: `Edit ${code}` },
          { label: "Delete", to: `${codesPath}/${id}/delete`, name: `Delete ${code}`, isDangerous: true },
        ]}
      />
    ),
  },
];

const usage = ({ uses, limit }: ListedCode): string =>
  limit === null ? (uses === 1 ? "1 time" : `${uses} times`) : `${uses} of ${limit}`;

function Status({ code: { isActive, isOneTimeUse, standing } }: { code: ListedCode }) {
  const label = isActive ? (standing ?? "Active") : "Inactive";
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={standing ? "yellow" : isActive ? "green" : "grey"}>{label}</Badge>
      {isOneTimeUse && <Badge tone="blue">One-time</Badge>}
    </span>
  );
}
