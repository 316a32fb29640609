import { useLocation } from "@remix-run/react";
import type { ListedCode } from "@server/discounts/schemas";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { CellActions, type Column, DataTable } from "~/ui/table";
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
    slot: "topLeft",
    cell: ({ code, createdAt }) => (
      <>
        <span className="break-words">{code}</span>
        <small>Created on {createdAt}</small>
      </>
    ),
  },
  { label: "Discount", slot: "middleRight", cell: ({ terms }) => terms },
  { label: "Used", slot: "middleLeft", cell: (code) => usage(code) },
  { label: "Days", slot: "bottomLeft", cell: ({ validity }) => validity ?? "Always" },
  { label: "Status", slot: "topRight", cell: (code) => <Status code={code} /> },
  {
    label: "Actions",
    slot: "bottomRight",
    cell: ({ id, code }) => (
      <CellActions>
        <ButtonLink
          id={`edit-${id}`}
          kind="quiet"
          size="small"
          to={`${codesPath}/${id}${search}`}
          aria-label={`Edit ${code}`}
          preventScrollReset
        >
          Edit
        </ButtonLink>
        <ButtonLink kind="danger" size="small" to={`${codesPath}/${id}/delete`} aria-label={`Delete ${code}`}>
          Delete
        </ButtonLink>
      </CellActions>
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
