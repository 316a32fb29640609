import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { CourseList } from "~/features/courses/course-list";
import { OffersBelow } from "~/features/one-to-one/offer-list";
import { NoSessions } from "~/features/schedule/session-filters";
import { SessionList, SubscribeLink, UpcomingHead } from "~/features/schedule/session-list";
import { InstructorProfile } from "~/features/pages/instructor-profile";
import { Testimonials } from "~/features/pages/testimonials";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress } from "~/lib/list-address";
import { errorMeta, pageMeta, siteOf } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { organizationData, StructuredData } from "~/ui/structured-data";
import { apiFor, load } from "~/server/api.server";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { shownParameter } from "~/lib/short-address";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return errorMeta(error, siteOf(matches));
  const { page } = data;
  return pageMeta(
    {
      title: "Live Sessions",
      description: `${siteOf(matches)?.tagline ?? ""} See what is coming up and book a place.`.trim(),
      path: page > 1 ? `/?page=${page}` : "/",
    },
    siteOf(matches),
  );
};

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const chosen = { category: shownParameter(query, "category"), location: shownParameter(query, "location") };
  const api = apiFor(args);
  const [schedule, profile, testimonials, courses, offers] = await Promise.all([
    load(api.schedule.listUpcoming({ ...chosen, page: query.get("page") })),
    load(api.site.profile()),
    load(api.testimonials.forHome()),
    load(api.courses.list()),
    load(api.oneToOne.list()),
  ]);
  return {
    chosen,
    page: schedule.page.number,
    schedule,
    profile,
    testimonials,
    courses,
    offers,
  };
}

export default function SchedulePage() {
  const { chosen, schedule: loaded, profile, testimonials, courses, offers } = useLoaderData<typeof loader>();
  const input = { ...chosen, page: loaded.page.number };
  const schedule = useRefresh(loaded, { procedure: (api) => api.schedule.listUpcoming, input }, refreshEvery.visitor);
  const isFiltering = useIsFiltering("/");
  const { page, sessions, featured } = schedule;
  const site = useSite();
  return (
    <>
      <UpcomingHead rhythm={schedule.seriesNote} />
      {site && <StructuredData data={organizationData(site)} />}
      <div className="page-width">
        {site?.home.announcement && (
          <div className="mb-8">
            <Notice kind="information" isAnnounced={false}>
              {site.home.announcement}
            </Notice>
          </div>
        )}
        <SessionList
          sessions={sessions}
          filters={{ ...schedule, path: "/", chosen, note: schedule.zoneNote }}
          isLoading={isFiltering}
          empty={
            <NoSessions
              kind="upcoming"
              none="No upcoming sessions at this time. Check back later!"
              chosen={chosen}
              path="/"
            />
          }
        >
          {!isFiltering && featured.length > 0 && (
            <div className="mb-12">
              <SessionList title="Featured" sessions={featured} limit={3} layout="featured" />
            </div>
          )}
        </SessionList>
        <Pagination page={page} noun="sessions" addressOf={(number) => listAddress("/", chosen, number)} />
        <CourseList courses={courses} />
        <OffersBelow offers={offers} />
        <SubscribeLink />
        <Testimonials testimonials={testimonials} className="mt-16" />
        {profile && <InstructorProfile profile={profile} />}
        <p className="sr-only" role="status">
          {page.total === 1 ? "1 session" : `${page.total} sessions`}
        </p>
      </div>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
