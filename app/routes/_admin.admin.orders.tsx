import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { OrderTable } from "~/features/admin/orders/order-table";
import { orderSortLabels, syncFailed, syncFailure } from "~/features/admin/orders/orders";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { listAddress, sortingOf } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { buttonStyle } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { Icon } from "~/ui/icon";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { statusLabel } from "~/ui/badge";
import { Tabs } from "~/ui/tabs";
import { ordersPath as path } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Orders");

const statuses = [
  ...["paid", "free", "pending", "confirmed", "failed", "cancelled", "refunded"],
  ...["disputed", "dispute_lost"],
];

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { tab, search, status, from, until, page, sort } = Object.fromEntries(new URL(args.request.url).searchParams);
  const chosen = { search: search ?? "", status: status ?? "", from: from ?? "", until: until ?? "" };
  const list = await load(api.orders.list({ ...chosen, tab, page, sort }));
  return { ...list, chosen, tab: tab ?? "", sort: sort ?? "" };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const synced = await attemptLogged(args, api.orders.syncPending(), syncFailure);
  const { search } = new URL(args.request.url);
  return redirectWithToast(args, path + search, synced.ok ? toastOf(synced.value) : failedToast(synced.message));
}

function toastOf({ looked, updated, failed: missed }: { looked: number; updated: number; failed: number }): Toast {
  const unasked = missed > 0 ? ` ${missed} could not be checked.` : "";
  const orders = looked === 1 ? "1 pending order" : `${looked} pending orders`;
  return successToast("Sync Complete", `${orders}, ${updated} updated.${unasked}`);
}

const failedToast = (text: string): Toast => errorToast("Sync failed", text);

export default function OrdersPage() {
  const { orders, counts, isNarrowed, page, chosen, tab, sort } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const printCount = (count: number) => (isNarrowed && count > 1000 ? "1,000+" : count);
  const tabs = [
    { label: "All Orders", name: "", count: printCount(counts.all) },
    { label: "Sessions", name: "sessions", count: printCount(counts.sessions) },
    { label: "Recordings", name: "recordings", count: printCount(counts.recordings) },
    ...(counts.owed > 0 || tab === "owed" ? [{ label: "To refund yourself", name: "owed", count: counts.owed }] : []),
  ];
  const addressOf = (by: string) => listAddress(path, { ...chosen, tab, sort: by });
  const sorting = sortingOf({ chosen: sort, options: orderSortLabels, addressOf });
  return (
    <>
      <PageHead title="Orders">
        <a
          className={buttonStyle({ kind: "quiet", size: "small" })}
          href={listAddress(`${path}.csv`, { ...chosen, tab })}
          download
        >
          <Icon name="download" className="icon--s" />
          Export CSV
        </a>
        <SyncAll address={path + search} />
        <RefreshLink />
      </PageHead>
      <Tabs
        label="Orders"
        tabs={tabs.map(({ label, name, count }) => ({
          label,
          count,
          isCurrent: tab === name,
          to: listAddress(path, { ...chosen, tab: name, sort }),
        }))}
      />
      <FilterBar
        path={path}
        label="Orders"
        chosen={chosen}
        keep={{ tab }}
        search="Name, email, item or reference"
        selects={[
          {
            name: "status",
            label: "Status",
            all: "All statuses",
            options: statuses.map((value) => ({ value, label: statusLabel(value) })),
          },
        ]}
        hasDates
        sorting={sorting}
      />
      {orders.length === 0 ? (
        <EmptyState>No orders found</EmptyState>
      ) : (
        <OrderTable orders={orders} back={path + search} sorting={sorting} />
      )}
      <Pagination
        page={page}
        noun="orders"
        addressOf={(number) => listAddress(path, { ...chosen, tab, sort }, number)}
      />
      <p className="sr-only" role="status">
        {foundInWords(page, "order", "orders")}
      </p>
    </>
  );
}

function SyncAll({ address }: { address: string }) {
  const isBusy = useIsPosting(address);
  return (
    <PostForm action={address} isBusy={isBusy} failure={syncFailed}>
      <SubmitButton kind="quiet" size="small" isBusy={isBusy}>
        Sync pending
      </SubmitButton>
    </PostForm>
  );
}

export { AdminErrorScreen as ErrorBoundary };
