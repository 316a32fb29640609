import { Link, useLocation } from "@remix-run/react";
import type { Key, ReactNode } from "react";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { type Sorting, turnedSort } from "~/lib/list-address";
import { busyLook } from "./row-list";

/** Where a cell goes on a card, which replaces a row below 1100 px. `off` and `note` have lines of their own. */
type Slot = "who" | "status" | "item" | "price" | "date" | "act" | "off" | "note";

export type Column<Row> = {
  label: string;
  slot: Slot;
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

/** Rows where there is room, stacked cards below 1100 px. */
export function DataTable<Row>({ caption, columns, rows, keyOf, sorting }: DataTableProps<Row>) {
  const isBusy = useIsFiltering(useLocation().pathname);
  return (
    <div className={`tablewrap w-full ${busyLook}`} aria-busy={isBusy || undefined}>
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, slot, sort }) =>
              sort && sorting ? (
                <SortedHead key={label} label={label} sort={sort} sorting={sorting} />
              ) : (
                <th key={label} scope="col" className={slot === "price" || slot === "act" ? "r" : undefined}>
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
                <td key={label} className={`t-${slot}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortedHead({ label, sort, sorting }: { label: string; sort: string; sorting: Sorting }) {
  const isCurrent = sorting.by === sort || sorting.by === turnedSort(sort);
  const order = sorting.by.startsWith("-") ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isCurrent ? order : undefined}>
      <Link
        className="sorthead"
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
