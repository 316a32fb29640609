import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ListedBooking } from "@server/office/orders/schemas";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress, sortingOf } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { StatusBadge } from "~/ui/badge";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { PageHead, RefreshLink } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";
import { CellLink, type Column, DataTable, RowLink } from "~/ui/table";
import { bookingsPath as path, orderAddress } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Session Bookings");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { search = "", sort = "", imported = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  return { list: await load(api.orders.listBookings({ search, sort, imported, page })), search, sort, imported };
}

const sorts = [
  { value: "-booked", label: "Newest first" },
  { value: "booked", label: "Oldest first" },
  { value: "start", label: "Session, earliest first" },
  { value: "-start", label: "Session, latest first" },
];

const columnsFor = (back: string): Column<ListedBooking>[] => [
  { label: "Booked", place: "date", sort: "-booked", cell: ({ bookedAt }) => bookedAt },
  {
    label: "Attendee and email",
    place: "title",
    cell: ({ id, attendee, email }) => (
      <>
        <RowLink to={orderAddress({ kind: "booking", id }, null, { back })}>{attendee}</RowLink>
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
  const { list: loaded, search, sort, imported } = useLoaderData<typeof loader>();
  const input = { search, sort, imported, page: loaded.page.number };
  const { bookings, page, importedOn } = useRefresh(
    loaded,
    { procedure: (api) => api.orders.listBookings, input },
    refreshEvery.admin,
  );
  const keep = { imported: importedOn ? imported : "" };
  const addressOf = (by: string, number?: number) => listAddress(path, { ...keep, search, sort: by }, number);
  const sorting = sortingOf({ chosen: sort, options: sorts, addressOf });
  return (
    <>
      <PageHead title="Session Bookings">
        <RefreshLink />
      </PageHead>
      <FilterBar
        path={path}
        label="Bookings"
        chosen={{ search }}
        keep={keep}
        search="Name, email, session or reference"
        sorting={sorting}
      />
      {importedOn && (
        <Notice kind="information" isAnnounced={false}>
          These are the bookings that were imported on {importedOn}. <TextLink to={path}>Show all bookings</TextLink>
        </Notice>
      )}
      {bookings.length === 0 ? (
        <EmptyState>{search || importedOn ? "No bookings found." : "No bookings yet."}</EmptyState>
      ) : (
        <DataTable
          caption="Bookings"
          columns={columnsFor(listAddress(path, keep))}
          rows={bookings}
          keyOf={({ id }) => id}
          sorting={sorting}
        />
      )}
      <Pagination page={page} noun="bookings" addressOf={(number) => addressOf(sort, number)} />
      <p className="sr-only" role="status">
        {foundInWords(page, "booking", "bookings")}
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
