import type { OfficeTable, ProductList, TableRow } from "@server/catalogue/products/office/product-office";
import { MoveButtons } from "~/features/admin/move-buttons";
import { Badge } from "~/ui/badge";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { RowMenu } from "~/ui/row-actions";
import { type Column, DataTable, RowLink } from "~/ui/table";

type ProductListProps = {
  products: ProductList["products"];
  empty: string;
  noun: string;
  /** Where a move is posted. */
  action: string;
};

/** Lists the products of a kind, those that are off among them. */
export function Products({ products, empty, ...moving }: ProductListProps) {
  const count = "lines" in products ? products.lines.length : products.rows.length;
  if (count === 0) return <EmptyState>{empty}</EmptyState>;
  if ("lines" in products) return <Lines lines={products.lines} />;
  const { caption, rows } = products;
  return <DataTable caption={caption} columns={columnsOf(products, moving)} rows={rows} keyOf={({ ref }) => ref} />;
}

const Lines = ({ lines }: Extract<ProductList["products"], { lines: unknown }>) => (
  <ul className="border-t border-line">
    {lines.map(({ ref, title, to, text }) => (
      <li key={ref} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
        <TextLink to={to}>{title}</TextLink>
        <span className="text-ink-soft">{text}</span>
      </li>
    ))}
  </ul>
);

type Moving = Pick<ProductListProps, "noun" | "action">;

function columnsOf({ titled, columns, rows, isOrdered = false }: OfficeTable, moving: Moving): Column<TableRow>[] {
  const hasState = rows.some(({ isOn }) => isOn !== undefined);
  return [
    {
      label: titled,
      place: "title",
      cell: ({ to, title, note }) => (
        <>
          <RowLink to={to}>{title}</RowLink>
          <small>{note}</small>
        </>
      ),
    },
    ...columns.map(({ label, place }, index): Column<TableRow> => ({
      label,
      place,
      cell: ({ cells }) => cells[index],
    })),
    ...(hasState ? [stateColumn] : []),
    {
      label: "Actions",
      place: "menu",
      cell: (row) =>
        isOrdered ? (
          <div className="flex justify-end" data-steps>
            <MoveButtons
              title={row.title}
              place={rows.indexOf(row)}
              last={rows.length - 1}
              action={moving.action}
              of={{ [moving.noun]: row.ref }}
              failure={`Failed to move the ${moving.noun}`}
            />
            <ProductMenu row={row} />
          </div>
        ) : (
          <ProductMenu row={row} />
        ),
    },
  ];
}

const stateColumn: Column<TableRow> = {
  label: "Status",
  place: "badge",
  cell: ({ isOn }) => (isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>),
};

const ProductMenu = ({ row: { title, menu } }: { row: TableRow }) => <RowMenu name={`Change ${title}`} items={menu} />;
