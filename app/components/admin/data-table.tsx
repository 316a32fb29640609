import type { Key, ReactNode } from "react";

/**
 * Where a cell goes on a card, which a row is below 1100 px: `who` at its head with `status` opposite, then `item` with
 * `price`, then `date` with `act`; `off` and `note` on lines of their own.
 */
type Slot = "who" | "status" | "item" | "price" | "date" | "act" | "off" | "note";

export type Column<Row> = {
  label: string;
  slot: Slot;
  /** What stands in the cell; a <small> in it is its second line. */
  cell: (row: Row) => ReactNode;
};

type DataTableProps<Row> = {
  /** What the table holds, for those who listen. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => Key;
};

/** Rows on hairlines where there is room, stacked cards where there is not. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <div className="tablewrap">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, slot }) => (
              <th key={label} scope="col" className={slot === "price" || slot === "act" ? "r" : undefined}>
                {label}
              </th>
            ))}
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
