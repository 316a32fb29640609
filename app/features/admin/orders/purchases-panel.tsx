import { Link, useLocation } from "@remix-run/react";
import type { PurchaseList } from "@server/orders/list-purchases";
import { listAddress } from "~/lib/list-address";
import { orderSortLabels } from "~/features/admin/orders/orders";
import { sortingOf } from "~/lib/sorting";
import type { CollectionName } from "@server/core/collections";
import { EmptyState } from "../../../ui/empty-state";
import { Pagination } from "../../../ui/pagination";
import { FilterBar } from "../../../ui/filter-bar";
import { PurchaseTable } from "./purchase-table";
import { StatCards } from "../../../ui/stat-cards";

type PurchasesPanelProps = {
  collection: CollectionName;
  list: PurchaseList;
  /** What was searched for. */
  chosen: { search: string; status: string };
  sort: string;
  /** The page's path, and what else its address says: the tab, where it stands in one. */
  path: string;
  keep?: Record<string, string>;
};

/** A collection's purchases: how many of what kind, and a list to search. */
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
        <Link className="btn" to={listAddress("/admin/purchases/grant", { collection, back })}>
          Grant free access
        </Link>
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
