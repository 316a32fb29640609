import { useLocation } from "@remix-run/react";
import type { ListedCode } from "@server/discounts/schemas";
import { codesPath } from "~/features/admin/library/library";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { type Column, DataTable } from "~/ui/table";

export function CodeTable({ codes }: { codes: ListedCode[] }) {
  const { search } = useLocation();
  return (
    <DataTable
      caption="Discount codes, the newest first"
      columns={columns(search)}
      rows={codes}
      keyOf={({ id }) => id}
    />
  );
}

const columns = (search: string): Column<ListedCode>[] => [
  {
    label: "Code",
    slot: "who",
    cell: ({ code, createdAt }) => (
      <>
        <span className="break-words">{code}</span>
        <small>Made on {createdAt}</small>
      </>
    ),
  },
  { label: "Discount", slot: "price", cell: ({ terms }) => terms },
  { label: "Used", slot: "item", cell: (code) => usage(code) },
  { label: "Days", slot: "date", cell: ({ validity }) => validity ?? "Always" },
  { label: "Status", slot: "status", cell: (code) => <Status code={code} /> },
  {
    label: "Actions",
    slot: "act",
    cell: ({ id, code }) => (
      <div>
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
      </div>
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
