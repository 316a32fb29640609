import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { apiFor, load } from "~/api.server";
import { Breath } from "~/components/drawings";
import { EmptyState } from "~/components/empty-state";
import { ErrorScreen } from "~/components/error-screen";
import { Pagination } from "~/components/pagination";
import { addressOf, SessionFilters } from "~/components/session-filters";
import { SessionList } from "~/components/session-list";
import { errorMeta, pageMeta, siteOf } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return errorMeta(error, siteOf(matches));
  const page = data.schedule.page.number;
  return pageMeta(
    {
      title: "Live Sessions",
      description:
        "Guided breathwork with a small group, online and in the room. See what is coming up and book a place.",
      path: page > 1 ? `/?page=${page}` : "/",
    },
    siteOf(matches),
  );
};

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const chosen = { category: query.get("category")?.trim() ?? "", location: query.get("location")?.trim() ?? "" };
  const schedule = await load(apiFor(args).schedule.listUpcoming({ ...chosen, page: query.get("page") }));
  return { chosen, schedule };
}

export default function SchedulePage() {
  const { chosen, schedule } = useLoaderData<typeof loader>();
  const { page, sessions } = schedule;
  return (
    <>
      <Masthead />
      <div className="wrap">
        <SessionFilters
          chosen={chosen}
          presentCategories={schedule.presentCategories}
          allCategories={schedule.allCategories}
          locations={schedule.locations}
          note={schedule.zoneNote}
        />
        <SessionList
          sessions={sessions}
          isLoading={useIsFiltering()}
          empty={<NothingUpcoming category={chosen.category} />}
        />
        <Pagination page={page} noun="sessions" addressOf={(number) => addressOf(chosen, number)} />
        <p className="sr-only" role="status">
          {page.total === 1 ? "1 session" : `${page.total} sessions`}
        </p>
      </div>
    </>
  );
}

function Masthead() {
  return (
    <div className="mast">
      <div className="mast__art">
        <Breath />
      </div>
      <div className="wrap mast__in">
        <h1 className="mast__title">
          <span>UPCOMING</span> <span>SESSIONS</span>
        </h1>
        <div className="mast__note">
          <p className="lede">
            Guided breathwork with a small group, online and in the room.{" "}
            <span className="md:block">The monthly session is on the first Tuesday.</span>
          </p>
        </div>
      </div>
    </div>
  );
}

function NothingUpcoming({ category }: { category: string }) {
  if (!category) return <EmptyState>No upcoming sessions at this time. Check back later!</EmptyState>;
  return (
    <EmptyState action={{ label: "Show all sessions", to: "/" }}>
      No upcoming sessions in the &quot;{category}&quot; category.
    </EmptyState>
  );
}

const noticeable = 200;

/** True once another choice has been loading for so long that the wait can be noticed. */
function useIsFiltering(): boolean {
  const { state, location } = useNavigation();
  const isFiltering = state === "loading" && location.pathname === "/";
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isFiltering) return;
    const timer = window.setTimeout(() => setLong(true), noticeable);
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [isFiltering]);
  return isLong;
}

export { ErrorScreen as ErrorBoundary };
