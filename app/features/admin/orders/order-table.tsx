import type { ListedOrder } from "@server/office/orders/schemas";
import { orderAddress } from "~/features/admin/admin-paths";
import { orderMenu, syncFailed } from "./orders";
import type { Sorting } from "~/lib/list-address";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { RowAction, RowMenu } from "~/ui/row-actions";
import { StatusBadge } from "~/ui/badge";

/** Lists orders. `back` is the list's own address, to which every action returns. */
export function OrderTable({ orders, back, sorting }: { orders: ListedOrder[]; back: string; sorting: Sorting }) {
  return (
    <DataTable caption="Orders" columns={columnsFor(back)} rows={orders} keyOf={({ id }) => id} sorting={sorting} />
  );
}

const columnsFor = (back: string): Column<ListedOrder>[] => [
  { label: "Date", place: "date", sort: "-date", cell: ({ date }) => date },
  {
    label: "Customer and email",
    place: "title",
    sort: "customer",
    cell: (order) => (
      <>
        <RowLink to={orderAddress(order, null, { back })}>{order.customer}</RowLink>
        <small>{order.email}</small>
      </>
    ),
  },
  {
    label: "Item and type",
    place: "detail",
    cell: ({ item, type }) => (
      <>
        {item}
        <small>{type}</small>
      </>
    ),
  },
  { label: "Price", place: "number", cell: ({ price }) => price },
  { label: "Discount", place: "detail", cell: ({ discount }) => <Discount discount={discount} /> },
  { label: "Status", place: "badge", cell: (order) => <Status order={order} /> },
  { label: "Sync", place: "action", cell: (order) => <SyncOrder order={order} back={back} /> },
  { label: "Actions", place: "menu", cell: (order) => <OrderMenu order={order} back={back} /> },
];

export function Discount({ discount }: Pick<ListedOrder, "discount">) {
  if (!discount) return null;
  return (
    <>
      {discount.code}
      <small>{discount.terms}</small>
    </>
  );
}

function Status({ order: { status, notes } }: { order: ListedOrder }) {
  return (
    <>
      <StatusBadge status={status} />
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </>
  );
}

type SyncOrderProps = {
  order: Pick<ListedOrder, "kind" | "id" | "customer" | "synced"> & { status: string };
  back: string;
};

/** Asks Stripe about a pending payment. */
export function SyncOrder({ order, back }: SyncOrderProps) {
  if (order.status !== "pending") return null;
  return (
    <RowAction
      action={orderAddress(order, "sync", { back: "" })}
      fields={{ id: order.id, back }}
      label="Sync"
      failure={syncFailed}
      name={`Sync the ${order.synced} of ${order.customer}`}
    />
  );
}

const OrderMenu = ({ order, back }: { order: ListedOrder; back: string }) => (
  <RowMenu name={`Change the order of ${order.customer}`} items={orderMenu(order, back)} />
);
