import type { ListedOrder } from "@server/orders/schemas";
import { orderAddress } from "~/features/admin/admin-paths";
import { orderMenu, syncFailed } from "./orders";
import type { Sorting } from "~/lib/list-address";
import { CellActions, type Column, DataTable } from "~/ui/table";
import { RowAction, RowMenu } from "~/ui/row-actions";
import { StatusBadge } from "~/ui/badge";

/** `back` is the list's own address, to which every action returns. */
export function OrderTable({ orders, back, sorting }: { orders: ListedOrder[]; back: string; sorting: Sorting }) {
  return (
    <DataTable caption="Orders" columns={columnsFor(back)} rows={orders} keyOf={({ id }) => id} sorting={sorting} />
  );
}

const columnsFor = (back: string): Column<ListedOrder>[] => [
  { label: "Date", slot: "bottomLeft", sort: "-date", cell: ({ date }) => date },
  {
    label: "Customer and email",
    slot: "topLeft",
    sort: "customer",
    cell: ({ customer, email }) => (
      <>
        {customer}
        <small>{email}</small>
      </>
    ),
  },
  {
    label: "Item and type",
    slot: "middleLeft",
    cell: ({ item, kind }) => (
      <>
        {item}
        <small>{kind === "booking" ? "Session" : "Recording"}</small>
      </>
    ),
  },
  { label: "Price", slot: "middleRight", cell: ({ price }) => price },
  { label: "Discount", slot: "fourthRow", cell: ({ discount }) => <Discount discount={discount} /> },
  { label: "Status", slot: "topRight", cell: (order) => <Status order={order} /> },
  { label: "Actions", slot: "bottomRight", cell: (order) => <OrderActions order={order} back={back} /> },
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

type Acted = Pick<ListedOrder, "kind" | "id" | "customer" | "steps" | "isRefundable" | "isOwedByHand"> & {
  status: string;
};

/** "Sync" for a pending payment; all other actions are in a menu. */
function OrderActions({ order, back }: { order: Acted; back: string }) {
  const { id, customer, status } = order;
  return (
    <CellActions>
      {status === "pending" && (
        <RowAction
          action={orderAddress(order, "sync", { back: "" })}
          fields={{ id, back }}
          label="Sync"
          failure={syncFailed}
          name={`Sync the order of ${customer}`}
        />
      )}
      <RowMenu name={`Change the order of ${customer}`} items={orderMenu(order, back)} />
    </CellActions>
  );
}
