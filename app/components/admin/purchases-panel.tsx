import { Link, useLocation } from "@remix-run/react";
import type { PurchaseList } from "@server/purchases/list-purchases";
import type { CollectionName } from "@server/recordings/schemas";
import { listAddress } from "~/lib/list-address";
import { EmptyState } from "../empty-state";
import { Pagination } from "../pagination";
import { FilterBar } from "./filter-bar";
import { PurchaseTable } from "./purchase-table";
import { StatCards } from "./stat-cards";

type PurchasesPanelProps = {
  collection: CollectionName;
  list: PurchaseList;
  /** What was searched for. */
  chosen: { search: string; status: string };
  /** The page's path, and what else its address says: the tab, where it stands in one. */
  path: string;
  keep?: Record<string, string>;
};

/** A collection's purchases: how many of what kind, and a list to search. */
export function PurchasesPanel({ collection, list, chosen, path, keep = {} }: PurchasesPanelProps) {
  const { counts, purchases, page } = list;
  const { pathname, search } = useLocation();
  const back = pathname + search;
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
          />
        </div>
        <Link className="btn" to={listAddress("/admin/purchases/grant", { collection, back })}>
          Grant free access
        </Link>
      </div>
      {purchases.length === 0 ? (
        <EmptyState>{isAll ? "No purchases yet." : "No purchases found."}</EmptyState>
      ) : (
        <PurchaseTable purchases={purchases} back={back} />
      )}
      <Pagination
        page={page}
        noun="purchases"
        addressOf={(number) => listAddress(path, { ...keep, ...chosen }, number)}
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
];
