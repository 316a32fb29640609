import type { ListedPurchase } from "@server/orders/list-purchases";
import { listAddress } from "~/lib/list-address";
import { orderAddress, orderMenu, syncFailed } from "~/features/admin/orders/orders";
import type { Sorting } from "~/lib/sorting";
import { type Column, DataTable } from "../../../ui/data-table";
import { Discount } from "./order-table";
import { RowAction } from "../../../ui/row-action";
import { RowMenu } from "../../../ui/row-menu";
import { StatusBadge } from "../../../ui/status-badge";

type PurchaseTableProps = { purchases: ListedPurchase[]; back: string; sorting: Sorting };

/** One collection's purchases; `back` is the page's own address. */
export function PurchaseTable({ purchases, back, sorting }: PurchaseTableProps) {
  return (
    <DataTable
      caption="Purchases"
      columns={columnsFor(back)}
      rows={purchases}
      keyOf={({ id }) => id}
      sorting={sorting}
    />
  );
}

const columnsFor = (back: string): Column<ListedPurchase>[] => [
  { label: "Date", slot: "date", sort: "-date", cell: ({ date }) => date },
  {
    label: "Customer and email",
    slot: "who",
    sort: "customer",
    cell: ({ customer, email }) => (
      <>
        {customer}
        <small>{email}</small>
      </>
    ),
  },
  { label: "Price", slot: "price", cell: ({ price }) => price },
  { label: "Discount", slot: "off", cell: ({ discount }) => <Discount discount={discount} /> },
  {
    label: "Status",
    slot: "status",
    cell: ({ status, isUnclaimed }) => (
      <>
        <StatusBadge status={status} {...(status === "pending" && { label: "Pending" })} />
        {isUnclaimed && <small>No account yet</small>}
      </>
    ),
  },
  { label: "Actions", slot: "act", cell: (purchase) => <PurchaseActions purchase={purchase} back={back} /> },
];

function PurchaseActions({ purchase, back }: { purchase: ListedPurchase; back: string }) {
  const { id, customer, status } = purchase;
  const order = { ...purchase, kind: "purchase" as const };
  const remove = { label: "Delete", to: listAddress(`/admin/purchases/${id}/delete`, { back }) };
  return (
    <div>
      {status === "pending" && (
        <RowAction
          action={orderAddress(order, "sync", { back: "" })}
          fields={{ id, back }}
          label="Sync"
          failure={syncFailed}
          name={`Sync the purchase of ${customer}`}
        />
      )}
      <RowMenu name={`Change the purchase of ${customer}`} items={[...orderMenu(order, back), remove]} />
    </div>
  );
}
