import { Link } from "@remix-run/react";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { StatusBadge } from "../../../ui/status-badge";

type Line = { id: string; title: string; date: string; status: string; price: string; href: string };

const columns: Column<Line>[] = [
  {
    label: "Item",
    slot: "who",
    cell: ({ title, href }) => (
      <Link className="link" to={href}>
        {title}
      </Link>
    ),
  },
  { label: "Date", slot: "date", cell: ({ date }) => date },
  { label: "Price", slot: "price", cell: ({ price }) => price },
  { label: "Status", slot: "status", cell: ({ status }) => <StatusBadge status={status} /> },
];

type UserHistoryProps = {
  title: string;
  lines: Line[];
  empty: string;
  /** Where all of them are, and how many. */
  all: { href: string; count: number } | null;
};

/** A member's bookings or purchases in short, each with the way to it. */
export function UserHistory({ title, lines, empty, all }: UserHistoryProps) {
  const badge = all && all.count > lines.length && (
    <Link className="link" to={all.href}>
      All {all.count}
    </Link>
  );
  return (
    <Card title={title} badge={badge}>
      {lines.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <DataTable caption={title} columns={columns} rows={lines} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}
