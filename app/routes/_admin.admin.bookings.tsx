import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, load } from "~/api.server";
import { AdminErrorScreen } from "~/components/admin/admin-error";
import { BookingTable } from "~/components/admin/booking-table";
import { FilterBar } from "~/components/admin/filter-bar";
import { PageHead } from "~/components/admin/page-head";
import { RefreshLink } from "~/components/admin/refresh-link";
import { EmptyState } from "~/components/empty-state";
import { Pagination } from "~/components/pagination";
import { listAddress } from "~/lib/list-address";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { refreshEvery, useRefresh } from "~/lib/refresh";
import { requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

const path = "/admin/bookings";

export const meta: MetaFunction = ({ matches }) => privateMeta("Session Bookings", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { search = "", page } = Object.fromEntries(new URL(args.request.url).searchParams);
  return { list: await load(apiFor(args).orders.listBookings({ search, page })), search };
}

export default function BookingsPage() {
  const { list: loaded, search } = useLoaderData<typeof loader>();
  const query = { procedure: "orders.listBookings", input: { search, page: loaded.page.number } };
  const { bookings, page } = useRefresh(loaded, query, refreshEvery.admin);
  return (
    <>
      <PageHead title="Session Bookings">
        <RefreshLink />
      </PageHead>
      <FilterBar path={path} label="Bookings" chosen={{ search }} search="Name, email or session" />
      {bookings.length === 0 ? (
        <EmptyState>{search ? "No bookings found." : "No bookings yet."}</EmptyState>
      ) : (
        <BookingTable bookings={bookings} />
      )}
      <Pagination page={page} noun="bookings" addressOf={(number) => listAddress(path, { search }, number)} />
      <p className="sr-only" role="status">
        {page.total === 1 ? "1 booking" : `${page.total} bookings`}
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
