import { Link, useLocation } from "@remix-run/react";
import type { Key, ReactNode } from "react";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { type Sorting, turnedSort } from "~/lib/list-address";
import { busyLook } from "./list";

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
              <th
                key={label}
                scope="col"
                className={slot === "middleRight" || slot === "bottomRight" ? "lg:text-right" : undefined}
              >
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

/** Not clipped, because a row's menu may extend over its edges. */
const frame = `w-full rounded-paper border border-line bg-surface ${busyLook}`;

type TableProps = {
  /** For screen readers. */
  caption: string;
  isBusy?: boolean;
  children: ReactNode;
};

/** Rows where there is room, stacked cards below 1100 px; see tables.css. */
export const Table = ({ caption, isBusy = false, children }: TableProps) => (
  <div className={frame} aria-busy={isBusy || undefined}>
    <table className="table">
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  </div>
);

/** The classes of a cell by its place on a card, which has two columns; the last two places are rows of their own. */
export const cellStyles = {
  topLeft: "font-semibold max-lg:[grid-area:1/1]",
  topRight: "t-top-right max-lg:[grid-area:1/2] max-lg:justify-self-end max-lg:text-right",
  middleLeft: "max-lg:mt-3 max-lg:[grid-area:2/1]",
  middleRight:
    "lining-nums tabular-nums max-lg:mt-3 max-lg:justify-self-end max-lg:font-semibold max-lg:[grid-area:2/2] lg:text-right",
  bottomLeft:
    "max-lg:self-center max-lg:text-small max-lg:text-ink-quiet max-lg:[grid-area:3/1] lg:whitespace-nowrap lg:text-ink-soft",
  bottomRight: "max-lg:justify-self-end max-lg:[grid-area:3/2] lg:text-right",
  fourthRow: "t-fourth-row max-lg:text-small max-lg:text-ink-quiet max-lg:[grid-area:4/1/auto/-1] lg:text-ink-soft",
  fifthRow: "max-lg:mt-2 max-lg:[grid-area:5/1/auto/-1]",
};

type CellPlace = keyof typeof cellStyles;

/** Several actions in one cell. */
export const CellActions = ({ className = "", children }: { className?: string; children: ReactNode }) => (
  <div className={`flex flex-wrap items-center justify-end gap-1 ${className}`}>{children}</div>
);
