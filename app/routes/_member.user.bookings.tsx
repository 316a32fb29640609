import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { BookingList } from "~/features/members/booking-list";
import { MyTabs } from "~/features/members/my-sessions";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { MyCourses } from "~/features/courses/my-courses";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { EmptyState } from "~/ui/card";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/user/bookings";

export const meta = privateMeta("My Bookings");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const page = new URL(args.request.url).searchParams.get("page");
  const { bookings, courses } = apiFor(args);
  const [listed, booked] = await Promise.all([load(bookings.listMine({ page })), load(courses.listMine())]);
  return { listed, courses: booked };
}

export default function MyBookingsPage() {
  const { listed: loaded, courses } = useLoaderData<typeof loader>();
  const input = { page: loaded.page.number };
  const { bookings, page, zoneNote } = useRefresh(
    loaded,
    { procedure: (api) => api.bookings.listMine, input },
    refreshEvery.member,
  );
  return (
    <>
      <h1 className="text-display">My Bookings</h1>
      <MyTabs current={path} />
      {zoneNote && <p className="text-small leading-small text-ink-quiet">{zoneNote}</p>}
      <MyCourses courses={courses} />
      {bookings.length > 0 ? (
        <BookingList bookings={bookings} />
      ) : (
        <EmptyState action={{ label: "Browse", to: "/live-sessions" }}>
          You haven&apos;t booked any sessions yet.
        </EmptyState>
      )}
      <Pagination page={page} noun="bookings" addressOf={(number) => listAddress(path, {}, number)} />
      <p className="sr-only" role="status">
        {page.total === 1 ? "1 booking" : `${page.total} bookings`}
      </p>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
