import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { BookingTable } from "~/features/admin/orders/booking-table";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress, sortingOf } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { EmptyState } from "~/ui/empty-state";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/bookings";

export const meta = privateMeta("Session Bookings");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { search = "", sort = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  return { list: await load(api.orders.listBookings({ search, sort, page })), search, sort };
}

const sorts = [
  { value: "-booked", label: "Newest first" },
  { value: "booked", label: "Oldest first" },
  { value: "start", label: "Session, earliest first" },
  { value: "-start", label: "Session, latest first" },
];

export default function BookingsPage() {
  const { list: loaded, search, sort } = useLoaderData<typeof loader>();
  const input = { search, sort, page: loaded.page.number };
  const { bookings, page } = useRefresh(
    loaded,
    { procedure: (api) => api.orders.listBookings, input },
    refreshEvery.admin,
  );
  const sorting = sortingOf({ chosen: sort, options: sorts, listed: (by) => listAddress(path, { search, sort: by }) });
  return (
    <>
      <PageHead title="Session Bookings">
        <RefreshLink />
      </PageHead>
      <FilterBar
        path={path}
        label="Bookings"
        chosen={{ search }}
        search="Name, email, session or reference"
        sorting={sorting}
      />
      {bookings.length === 0 ? (
        <EmptyState>{search ? "No bookings found." : "No bookings yet."}</EmptyState>
      ) : (
        <BookingTable bookings={bookings} sorting={sorting} />
      )}
      <Pagination page={page} noun="bookings" addressOf={(number) => listAddress(path, { search, sort }, number)} />
      <p className="sr-only" role="status">
        {page.total === 1 ? "1 booking" : `${page.total} bookings`}
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
