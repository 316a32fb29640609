import { Link, useLocation } from "@remix-run/react";
import type { Key, ReactNode } from "react";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { type Sorting, turnedSort } from "~/lib/list-address";
import { type CellPlace, cellStyles, Table } from "./table";

export type Column<Row> = {
  label: string;
  slot: CellPlace;
  /** The sorting of a first click on the head: "name", "-date". */
  sort?: string;
  /** A <small> in the cell is its second line. */
  cell: (row: Row) => ReactNode;
};

type DataTableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => Key;
  sorting?: Sorting;
};

export function DataTable<Row>({ caption, columns, rows, keyOf, sorting }: DataTableProps<Row>) {
  const isBusy = useIsFiltering(useLocation().pathname);
  return (
    <Table caption={caption} isBusy={isBusy}>
      <thead>
        <tr>
          {columns.map(({ label, slot, sort }) =>
            sort && sorting ? (
              <SortedHead key={label} label={label} sort={sort} sorting={sorting} />
            ) : (
              <th key={label} scope="col" className={slot === "price" || slot === "act" ? "lg:text-right" : undefined}>
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, slot, cell }) => (
              <td key={label} className={cellStyles[slot]}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const arrows = {
  ascending: "after:content-['_↑'_/_'']",
  descending: "after:content-['_↓'_/_'']",
};

function SortedHead({ label, sort, sorting }: { label: string; sort: string; sorting: Sorting }) {
  const isCurrent = sorting.by === sort || sorting.by === turnedSort(sort);
  const order = sorting.by.startsWith("-") ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isCurrent ? order : undefined}>
      <Link
        className={`no-underline hover:underline max-lg:hidden ${isCurrent ? arrows[order] : ""}`}
        to={sorting.addressOf(sorting.by === sort ? turnedSort(sort) : sort)}
        preventScrollReset
        discover="none"
      >
        {label}
      </Link>
      {/* Hidden on cards, where a link would take the focus out of sight. */}
      <span className="lg:hidden">{label}</span>
    </th>
  );
}
