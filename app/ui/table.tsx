import { Link, useLocation } from "@remix-run/react";
import type { ComponentProps, Key, ReactNode } from "react";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { type Sorting, turnedSort } from "~/lib/list-address";
import { CoverLink } from "./link";
import { busyLook } from "./list";

export type Column<Row> = {
  label: string;
  place: CellPlace;
  /** The sorting of a first click on the head: "name", "-date". */
  sort?: string;
  /** A <small> in the cell is its second line. */
  cell: (row: Row) => ReactNode;
};

type DataTableProps<Row> = {
  /** The name for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => Key;
  sorting?: Sorting;
};

/** A container, because a table's room depends on its card and on the user's font size. */
const frame = `@container w-full rounded-paper border border-line bg-surface ${busyLook}`;

const tableStyle = "w-full border-collapse leading-[1.35] @max-[56rem]:block";

const headStyle = "px-3 text-left text-small font-semibold whitespace-nowrap text-ink-soft first:pl-6 last:pr-4";

/** A compact row is one line of title and badge, and one of details; its menu is at its right. */
const rowStyle = [
  "relative border-t border-line hover:bg-sunken focus-within:has-[:focus-visible]:bg-sunken @max-[56rem]:first:border-t-0",
  "@max-[56rem]:flex @max-[56rem]:flex-wrap @max-[56rem]:items-start @max-[56rem]:gap-x-2 @max-[56rem]:gap-y-0.5",
  "@max-[56rem]:py-2.5 @max-[56rem]:pr-4 @max-[56rem]:pl-4 @max-[56rem]:has-[td:last-child_summary]:min-h-14",
  "@max-[56rem]:has-[td:last-child_summary]:pr-14 @max-[56rem]:has-[td:last-child_[data-steps]]:pr-38",
  "@max-[56rem]:after:order-3 @max-[56rem]:after:basis-full @max-[56rem]:after:content-['']",
].join(" ");

const cellShape =
  "@min-[56rem]:p-3 @min-[56rem]:align-middle @min-[56rem]:first:pl-6 @min-[56rem]:last:pr-4 empty:@max-[56rem]:hidden";

const secondLine = "[&_small]:text-small [&_small]:font-normal [&_small]:wrap-anywhere [&_small]:text-ink-quiet";
const blockSecondLine = `${secondLine} [&_small]:block`;

const detail = [
  `${secondLine} @max-[56rem]:max-w-full @max-[56rem]:min-w-0 @max-[56rem]:text-small @max-[56rem]:leading-small`,
  "@min-[56rem]:[&_small]:block @max-[56rem]:[&_small]:before:ml-1 @max-[56rem]:[&_small]:before:content-['·_'_/_'']",
].join(" ");
const separator = "@max-[56rem]:after:ml-1 @max-[56rem]:after:content-['·'_/_'']";

const cellStyles = {
  title: `font-semibold wrap-anywhere @min-[56rem]:min-w-52 ${blockSecondLine} @max-[56rem]:order-1 @max-[56rem]:min-w-0 @max-[56rem]:flex-[1_1_50%]`,
  badge: `${blockSecondLine} @max-[56rem]:order-2 @max-[56rem]:ml-auto @max-[56rem]:max-w-[45%] @max-[56rem]:text-right`,
  detail: `${detail} ${separator} @max-[56rem]:order-4`,
  number: `${detail} ${separator} @max-[56rem]:order-4 whitespace-nowrap [&_small]:whitespace-normal lining-nums tabular-nums @max-[56rem]:font-semibold @min-[56rem]:text-right`,
  lastDetail: `${detail} text-ink-soft @max-[56rem]:order-5`,
  date: `${detail} text-ink-soft @min-[56rem]:whitespace-nowrap @max-[56rem]:order-5`,
  /** The look of what a compact row leaves out. */
  roomy: `${blockSecondLine} text-ink-soft @max-[56rem]:hidden`,
  /** A line of its own in a compact row. */
  form: "@max-[56rem]:order-6 @max-[56rem]:basis-full",
  action: "text-right @max-[56rem]:order-6 @max-[56rem]:ml-auto",
  menu: "text-right @max-[56rem]:absolute @max-[56rem]:top-1.5 @max-[56rem]:right-1.5",
};

type CellPlace = keyof typeof cellStyles;

/**
 * Shows rows of columns where there is room, compact rows elsewhere. Not clipped: a row's menu extends over the edges.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, sorting }: DataTableProps<Row>) {
  const isBusy = useIsFiltering(useLocation().pathname);
  return (
    <div className={frame} aria-busy={isBusy || undefined}>
      <table className={tableStyle}>
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-[56rem]:sr-only">
          <tr>
            {columns.map(({ label, place, sort }) =>
              sort && sorting ? (
                <SortedHead key={label} label={label} sort={sort} sorting={sorting} />
              ) : (
                <th key={label} scope="col" className={`${headStyle} py-3.5 ${place === "number" ? "text-right" : ""}`}>
                  {place === "menu" ? <span className="sr-only">{label}</span> : label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="@max-[56rem]:block">
          {rows.map((row) => (
            <tr key={keyOf(row)} className={rowStyle}>
              {columns.map(({ label, place, cell }) => (
                <td key={label} className={`${cellShape} ${cellStyles[place]}`}>
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

/** Opens what a row is about, from anywhere in it. */
export const RowLink = (props: Omit<ComponentProps<typeof CoverLink>, "className">) => (
  <CoverLink {...props} className="hover:underline focus-visible:underline" discover="none" />
);

/** Renders a link of its own in a row that opens something else. */
export const CellLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="relative" discover="none">
    {children}
  </Link>
);

const arrows = {
  ascending: "after:content-['_↑'_/_'']",
  descending: "after:content-['_↓'_/_'']",
};

function SortedHead({ label, sort, sorting }: { label: string; sort: string; sorting: Sorting }) {
  const isCurrent = sorting.by === sort || sorting.by === turnedSort(sort);
  const order = sorting.by.startsWith("-") ? "descending" : "ascending";
  return (
    <th scope="col" className={headStyle} aria-sort={isCurrent ? order : undefined}>
      <Link
        className={`inline-flex min-h-(--size-touch) items-center gap-1 no-underline hover:underline @max-[56rem]:hidden ${isCurrent ? arrows[order] : ""}`}
        to={sorting.addressOf(sorting.by === sort ? turnedSort(sort) : sort)}
        preventScrollReset
        discover="none"
      >
        {label}
      </Link>
      {/* Hidden in compact rows, where a link would take the focus out of sight. */}
      <span className="@min-[56rem]:hidden">{label}</span>
    </th>
  );
}
