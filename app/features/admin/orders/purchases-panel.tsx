import { useLoaderData, useLocation } from "@remix-run/react";
import type { ListedPurchase, PurchaseList } from "@server/office/orders/list-purchases";
import { listAddress, type Sorting, sortingOf } from "~/lib/list-address";
import { ButtonLink } from "~/ui/button";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { EmptyState } from "~/ui/card";
import { StatCards } from "~/ui/facts";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";
import { RowMenu } from "~/ui/row-actions";
import { StatusBadge } from "~/ui/badge";
import { orderAddress } from "~/features/admin/admin-paths";
import { Discount, SyncOrder } from "./order-table";
import { orderMenu, orderSortLabels } from "./orders";
import type { loadPurchasesPage } from "./orders.server";

export function PurchasesPage() {
  const { title, path, ...purchases } = useLoaderData<typeof loadPurchasesPage>();
  return (
    <>
      <PageHead title={title}>
        <RefreshLink />
      </PageHead>
      <PurchasesPanel {...purchases} path={path} />
    </>
  );
}

type PurchasesPanelProps = {
  /** Its slug. */
  collection: string;
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
  const addressOf = (by: string) => listAddress(path, { ...keep, ...chosen, sort: by });
  const sorting = sortingOf({ chosen: sort, options: orderSortLabels, addressOf });
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
        {foundInWords(page, "purchase", "purchases")}
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
  { label: "Date", place: "date", sort: "-date", cell: ({ date }) => date },
  {
    label: "Customer and email",
    place: "title",
    sort: "customer",
    cell: (purchase) => (
      <>
        <RowLink to={orderAddress(orderOf(purchase), null, { back })}>{purchase.customer}</RowLink>
        <small>{purchase.email}</small>
      </>
    ),
  },
  { label: "Price", place: "number", cell: ({ price }) => price },
  { label: "Discount", place: "detail", cell: ({ discount }) => <Discount discount={discount} /> },
  {
    label: "Status",
    place: "badge",
    cell: ({ status, isUnclaimed }) => (
      <>
        <StatusBadge status={status} {...(status === "pending" && { label: "Pending" })} />
        {isUnclaimed && <small>No account yet</small>}
      </>
    ),
  },
  { label: "Sync", place: "action", cell: (purchase) => <SyncOrder order={orderOf(purchase)} back={back} /> },
  { label: "Actions", place: "menu", cell: (purchase) => <PurchaseMenu purchase={purchase} back={back} /> },
];

const orderOf = (purchase: ListedPurchase) => ({ ...purchase, kind: "purchase" as const, synced: "purchase" });

function PurchaseMenu({ purchase, back }: { purchase: ListedPurchase; back: string }) {
  const { id, customer } = purchase;
  const remove = { label: "Delete", to: listAddress(`/admin/purchases/${id}/delete`, { back }), isDangerous: true };
  return (
    <RowMenu
      name={`Change the purchase of ${customer}`}
      items={[...orderMenu(orderOf(purchase), back), { ...remove, name: `Delete the purchase of ${customer}` }]}
    />
  );
}
