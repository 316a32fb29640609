import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { NoSessions, SessionFilters } from "~/features/schedule/session-filters";
import { PastSessionCard, SessionCard } from "~/features/schedule/session-card";
import { ScheduleHead, SessionCards } from "~/features/schedule/sheet";
import type { Api } from "~/lib/api/client";
import { useIsFiltering } from "~/lib/hooks/navigation-state";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress } from "~/lib/list-address";
import { errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { shownParameter } from "~/lib/short-address";

const path = "/live-sessions";

const tabs = {
  upcoming: { label: "Upcoming Sessions", tab: "", procedure: (api: Api) => api.schedule.listCards },
  past: { label: "Past Sessions", tab: "past", procedure: (api: Api) => api.schedule.listPast },
} as const;
type Tab = keyof typeof tabs;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  const { kind, list } = data;
  const { label, tab } = tabs[kind];
  return pageMeta(
    {
      title: pageTitle(kind === "past" ? label : "Live Sessions", site),
      description: "Every live breathwork session: what is coming up, and recordings of what has been.",
      path: listAddress(path, { tab }, list.page.number),
    },
    site,
  );
};

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const chosen = { category: shownParameter(query, "category"), location: shownParameter(query, "location") };
  const filter = { ...chosen, page: query.get("page") };
  const { schedule } = apiFor(args);
  if (query.get("tab") === "past") {
    return { kind: "past" as const, chosen, list: await load(schedule.listPast(filter)) };
  }
  return { kind: "upcoming" as const, chosen, list: await load(schedule.listCards(filter)) };
}

export default function LiveSessionsPage() {
  const { kind, chosen, list: loaded } = useLoaderData<typeof loader>();
  const { label, tab, procedure } = tabs[kind];
  const input = { ...chosen, page: loaded.page.number };
  const list = useRefresh(loaded, { procedure, input }, refreshEvery.visitor);
  const isLoading = useIsFiltering(path);
  return (
    <>
      <ScheduleHead />
      <div className="page-width">
        <Tabs label="Sessions" tabs={tabLinks(kind)} />
        <div className="pt-6">
          <SessionFilters
            {...list}
            path={path}
            chosen={chosen}
            kept={{ tab }}
            note={"zoneNote" in list ? list.zoneNote : null}
          />
        </div>
        <SessionCards
          label={label}
          isLoading={isLoading}
          cards={cardsOf(list)}
          empty={<NoSessions kind={kind} none={nothing[kind]} chosen={chosen} path={path} kept={{ tab }} />}
        />
        <Pagination
          page={list.page}
          noun="sessions"
          addressOf={(page) => listAddress(path, { tab, ...chosen }, page)}
        />
        <p className="sr-only" role="status">
          {list.page.total === 1 ? "1 session" : `${list.page.total} sessions`}
        </p>
      </div>
    </>
  );
}

const tabLinks = (current: Tab) =>
  (["upcoming", "past"] as const).map((kind) => ({
    label: tabs[kind].label,
    to: listAddress(path, { tab: tabs[kind].tab }),
    isCurrent: kind === current,
  }));

type Lists = Awaited<ReturnType<typeof loader>>["list"];

function cardsOf(list: Lists) {
  if ("zoneNote" in list) return list.sessions.map((session) => <SessionCard key={session.id} session={session} />);
  return list.sessions.map((session) => <PastSessionCard key={session.id} session={session} />);
}

const nothing = {
  upcoming: "No upcoming sessions scheduled.",
  past: "No past sessions available.",
};

export { ErrorScreen as ErrorBoundary };
