import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ListedBooking } from "@server/orders/schemas";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress, sortingOf } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { StatusBadge } from "~/ui/badge";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";
import { CellLink, type Column, DataTable, RowLink } from "~/ui/table";
import { orderAddress } from "~/features/admin/admin-paths";

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

const columns: Column<ListedBooking>[] = [
  { label: "Booked", place: "date", sort: "-booked", cell: ({ bookedAt }) => bookedAt },
  {
    label: "Attendee and email",
    place: "title",
    cell: ({ id, attendee, email }) => (
      <>
        <RowLink to={orderAddress({ kind: "booking", id }, null, { back: path })}>{attendee}</RowLink>
        <small>{email}</small>
      </>
    ),
  },
  {
    label: "Session and start",
    place: "detail",
    sort: "start",
    cell: ({ sessionId, session, startsAt }) => (
      <>
        <CellLink to={`/admin/sessions/${sessionId}`}>{session}</CellLink>
        <small>{startsAt}</small>
      </>
    ),
  },
  {
    label: "Price",
    place: "number",
    cell: ({ price, quantity }) => (
      <>
        {price}
        {quantity > 1 && <small>{quantity} tickets</small>}
      </>
    ),
  },
  {
    label: "Status",
    place: "badge",
    cell: ({ status }) =>
      status === "pending" ? <StatusBadge status={status} label="Pending" /> : <StatusBadge status={status} />,
  },
  { label: "Payment", place: "lastDetail", cell: ({ paymentStatus }) => <StatusBadge status={paymentStatus} /> },
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
        <DataTable caption="Bookings" columns={columns} rows={bookings} keyOf={({ id }) => id} sorting={sorting} />
      )}
      <Pagination page={page} noun="bookings" addressOf={(number) => listAddress(path, { search, sort }, number)} />
      <p className="sr-only" role="status">
        {foundInWords(page, "booking", "bookings")}
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
