import { useLoaderData, useLocation } from "@remix-run/react";
import type { CollectionName } from "@server/core/items";
import type { ListedPurchase, PurchaseList } from "@server/orders/list-orders";
import { listAddress, type Sorting, sortingOf } from "~/lib/list-address";
import { ButtonLink } from "~/ui/button";
import { CellActions, type Column, DataTable } from "~/ui/table";
import { EmptyState } from "~/ui/card";
import { StatCards } from "~/ui/facts";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";
import { RowAction, RowMenu } from "~/ui/row-actions";
import { StatusBadge } from "~/ui/badge";
import { orderAddress } from "~/features/admin/admin-paths";
import { Discount } from "./order-table";
import { orderMenu, orderSortLabels, syncFailed } from "./orders";
import type { loadPurchases } from "./orders.server";

export const purchasesTitles: Record<CollectionName, string> = {
  birth: "Birth purchases",
  stress: "Stress purchases",
};

export function PurchasesPage() {
  const purchases = useLoaderData<typeof loadPurchases>();
  const { collection } = purchases;
  return (
    <>
      <PageHead title={purchasesTitles[collection]}>
        <RefreshLink />
      </PageHead>
      <PurchasesPanel {...purchases} path={`/admin/${collection}-purchases`} />
    </>
  );
}

type PurchasesPanelProps = {
  collection: CollectionName;
  list: PurchaseList;
  chosen: { search: string; status: string };
  sort: string;
  /** The page's path and the other parameters of its address, such as its tab. */
  path: string;
  keep?: Record<string, string>;
};

export function PurchasesPanel({ collection, list, chosen, sort, path, keep = {} }: PurchasesPanelProps) {
  const { counts, purchases, page } = list;
  const { pathname, search } = useLocation();
  const back = pathname + search;
  const listed = (by: string) => listAddress(path, { ...keep, ...chosen, sort: by });
  const sorting = sortingOf({ chosen: sort, options: orderSortLabels, listed });
  const isAll = chosen.search === "" && chosen.status === "";
  return (
    <>
      <StatCards
        stats={[
          { label: "Total Requests", value: counts.total },
          { label: "Paid", value: counts.paid, tone: "green" },
          { label: "Free Access", value: counts.free, tone: "blue" },
          { label: "Pending", value: counts.pending, tone: "yellow" },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grow">
          <FilterBar
            path={path}
            label="Purchases"
            chosen={chosen}
            keep={keep}
            search="Name or email"
            selects={[{ name: "status", label: "Status", all: "All", options: statuses }]}
            sorting={sorting}
          />
        </div>
        <ButtonLink to={listAddress("/admin/purchases/grant", { item: collection, back })}>
          Grant free access
        </ButtonLink>
      </div>
      {purchases.length === 0 ? (
        <EmptyState>{isAll ? "No purchases yet." : "No purchases found."}</EmptyState>
      ) : (
        <PurchaseTable purchases={purchases} back={back} sorting={sorting} />
      )}
      <Pagination
        page={page}
        noun="purchases"
        addressOf={(number) => listAddress(path, { ...keep, ...chosen, sort }, number)}
      />
      <p className="sr-only" role="status">
        {page.total === 1 ? "1 purchase" : `${page.total} purchases`}
      </p>
    </>
  );
}

const statuses = [
  { value: "paid", label: "Paid" },
  { value: "free", label: "Free" },
  { value: "pending", label: "Pending" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
  { value: "refunded", label: "Refunded" },
];

type PurchaseTableProps = { purchases: ListedPurchase[]; back: string; sorting: Sorting };

/** `back` is the page's own address. */
function PurchaseTable({ purchases, back, sorting }: PurchaseTableProps) {
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
  { label: "Price", slot: "middleRight", cell: ({ price }) => price },
  { label: "Discount", slot: "fourthRow", cell: ({ discount }) => <Discount discount={discount} /> },
  {
    label: "Status",
    slot: "topRight",
    cell: ({ status, isUnclaimed }) => (
      <>
        <StatusBadge status={status} {...(status === "pending" && { label: "Pending" })} />
        {isUnclaimed && <small>No account yet</small>}
      </>
    ),
  },
  { label: "Actions", slot: "bottomRight", cell: (purchase) => <PurchaseActions purchase={purchase} back={back} /> },
];

function PurchaseActions({ purchase, back }: { purchase: ListedPurchase; back: string }) {
  const { id, customer, status } = purchase;
  const order = { ...purchase, kind: "purchase" as const };
  const remove = { label: "Delete", to: listAddress(`/admin/purchases/${id}/delete`, { back }) };
  return (
    <CellActions>
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
    </CellActions>
  );
}
